import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';

const source = (name: string) => fileURLToPath(new URL(`../../sdk/src/${name}.ts`, import.meta.url));

/** Builds the SDK into ES modules below `/sdk/`: `tidings.js`, `socket.js` and `webhooks.js`. */
export function serveSdk(): AstroIntegration {
  return {
    name: 'tidings-serve-sdk',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await build({
          configFile: false,
          logLevel: 'warn',
          build: {
            outDir: fileURLToPath(new URL('sdk/', dir)),
            target: 'es2022',
            lib: {
              entry: { tidings: source('tidings'), socket: source('socket'), webhooks: source('webhooks') },
              formats: ['es'],
            },
            rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
          },
        });
      },
    },
  };
}
