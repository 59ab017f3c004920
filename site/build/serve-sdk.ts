import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';

const source = (name: string) => fileURLToPath(new URL(`../../sdk/src/${name}.ts`, import.meta.url));

const entries = ['tidings', 'session', 'socket', 'store', 'push', 'webhooks'];
/** Modules of the package alone: their imports need a bundler. */
const UNSERVED = ['react.d.ts'];

/** Builds the SDK into ES modules below `/sdk/` with their types: `tidings.js`, `tidings.d.ts` and so on. */
export function serveSdk(): AstroIntegration {
  return {
    name: 'tidings-serve-sdk',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(new URL('sdk/', dir));
        await build({
          configFile: false,
          logLevel: 'warn',
          build: {
            outDir: folder,
            target: 'es2022',
            lib: {
              entry: Object.fromEntries(entries.map((name) => [name, source(name)])),
              formats: ['es'],
            },
            rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
          },
        });
        const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
        const project = fileURLToPath(new URL('../../sdk', import.meta.url));
        execFileSync(process.execPath, [tsc, '-p', project, '--emitDeclarationOnly', '--outDir', folder]);
        for (const name of UNSERVED) rmSync(new URL(`sdk/${name}`, dir));
      },
    },
  };
}
