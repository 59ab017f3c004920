import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { readSettings } from '../settings.ts';

/** `/openapi.json` names the servers of the settings. */
export function openApiServers(): AstroIntegration {
  return {
    name: 'tidings-openapi-servers',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const file = fileURLToPath(new URL('openapi.json', dir));
        const servers = readSettings(process.env).api_servers.map(({ label, url }) => ({
          url,
          description: `${label}.`,
        }));
        const document = { ...JSON.parse(readFileSync(file, 'utf8')), servers };
        writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
      },
    },
  };
}
