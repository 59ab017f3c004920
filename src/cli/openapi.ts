import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createApp } from '../composition/create-app.js';
import { readConfig } from '../config/config.js';
import { openApiDocument } from '../http/openapi/document/openapi.js';

/** `npm run openapi`: writes the committed OpenAPI file; a test compares it with the code. */
const file = process.argv[2] ?? 'site/public/openapi.json';
const app = await createApp(readConfig({ ...process.env, DATA_DIR: ':memory:', LOG_LEVEL: 'error' }));
await app.init();
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(openApiDocument(app), null, 2)}\n`);
await app.close();
