import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { transform } from 'esbuild';
import { build, type Plugin } from 'vite';

const source = (name: string) => fileURLToPath(new URL(`../../embed/${name}`, import.meta.url));

/** The others import the first one. */
const ENTRIES = ['tidings-conversation', 'launcher', 'client-page'] as const;

/** Takes blanks out of the style sheet, which is a text in a script, and notes for bundlers out of the script. */
function smaller(): Plugin {
  return {
    name: 'tidings-embed-smaller',
    enforce: 'pre',
    async transform(code, id) {
      const [whole, css] = id.endsWith('/embed/src/styles.ts') ? (/`([^`]*)`/.exec(code) ?? []) : [];
      if (whole === undefined || css === undefined) return null;
      const small = await transform(css, { loader: 'css', minify: true });
      return code.replace(whole, () => `\`${small.code.trim()}\``);
    },
    generateBundle(_, bundle) {
      for (const each of Object.values(bundle))
        if (each.type === 'chunk') each.code = each.code.replaceAll('/* @__PURE__ */', '');
    },
  };
}

/**
 * Builds the embeddable client into ES modules below `/embed/`, and the page `/c` that shows it full screen. It comes
 * after the files that list the pages of the site, because `/c` is a page for clients of a tenant alone.
 */
export function serveEmbed(): AstroIntegration {
  return {
    name: 'tidings-serve-embed',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const out = (name: string) => fileURLToPath(new URL(name, dir));
        // Each is one file without parts: while two versions run, one could not answer for the parts of the other.
        for (const name of ENTRIES) {
          await build({
            configFile: false,
            logLevel: 'warn',
            plugins: [smaller()],
            define: { 'process.env.NODE_ENV': '"production"' },
            build: {
              outDir: out('embed/'),
              emptyOutDir: false,
              target: 'es2022',
              lib: { entry: { [name]: source(`src/${name}.ts`) }, formats: ['es'] },
              rolldownOptions: {
                external: name === ENTRIES[0] ? [] : [`./${ENTRIES[0]}.js`],
                output: { entryFileNames: '[name].js', minify: true },
              },
            },
          });
        }
        copyFileSync(source('client-page.css'), out('embed/client-page.css'));
        copyFileSync(source('push-worker.js'), out('push-worker.js'));
        copyFileSync(source('c.html'), out('c.html'));
      },
    },
  };
}
