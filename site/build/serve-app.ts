import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, minify, type Plugin } from 'vite';

const folder = fileURLToPath(new URL('../../app/', import.meta.url));

/** Files of the pages of the app, which are not pages of the site. */
export const appPages: readonly string[] = ['app.html', 'email.html', 'reset.html'];

/** Modules of each page are one file, since each further file costs its headers. */
const OF_EACH_PAGE =
  /\/node_modules\/(react|react-dom|scheduler)\/|vite\/(preload-helper|modulepreload)|rolldown\/runtime|\/sdk\/src\/(tidings|errors|requests|retries|retried|random-key)\.|\/app\/src\/(language|languages|client|mount|reset\/link)\.|\/app\/src\/(ui\/outside|styles\/)|\/src\/catalogue\/(tenant|limits\/identity)/;

/** Small files that are shown together are one file. */
const GROUPS = [
  { name: 'base', test: OF_EACH_PAGE },
  {
    name: 'ui',
    test: /\/app\/src\/(ui\/(?!json|listed|form-dialog|choice|secret-once)|place\/|routing\/|inbox\/keys|conversation\/data-form\/members|session\/(session-of|sign-in-calls))|\/sdk\/src\/store\/debounced|\/lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|shared|icons\/(lock|trash-2|user-plus|x)\.)/,
  },
  {
    name: 'signed-in',
    test: /\/node_modules\/(socket\.io|engine\.io|@socket\.io)|\/sdk\/src\/(store|live\/(?!platform)|frames|socket)|\/app\/src\/session\/(app-session|watchful)|\/embed\/src\/web-address|\/src\/catalogue\/text\/clean-html/,
  },
  {
    name: 'sign-in',
    test: /\/app\/src\/(sign-in\/(sign-in|ways|refusal|texts|use-passkey|forgot)|session\/(provider|replace))/,
  },
];

/** A script that runs before the first paint cannot be a module. It gets its hash in its name, as the others. */
function themeScript(): Plugin {
  const name = 'theme.js';
  return {
    name: 'tidings-app-theme',
    async buildStart() {
      const { code } = await minify(name, readFileSync(`${folder}src/${name}`, 'utf8'));
      this.emitFile({ type: 'asset', name, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const file = Object.values(bundle).find((each) => each.type === 'asset' && each.names.includes(name));
        if (!file) throw new Error(`${name} was not built.`);
        return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** Builds the pages of the app into a folder, with their files below `_app`. */
export async function buildApp(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [themeScript()],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      assetsDir: '_app',
      // The policy of these pages allows no script or style within them.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: appPages.map((page) => `${folder}${page}`),
        output: { codeSplitting: { groups: GROUPS } },
        // Packages mark their files for servers that render React.
        onLog: (level, log, show) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && show(level, log),
      },
    },
  });
}

/** Builds the app after the files that list the pages of the site. */
export function serveApp(): AstroIntegration {
  return {
    name: 'tidings-serve-app',
    hooks: { 'astro:build:done': ({ dir }) => buildApp(fileURLToPath(dir)) },
  };
}
