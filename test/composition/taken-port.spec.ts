import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApp, startApp } from '../../src/composition/create-app.js';
import { readConfig } from '../../src/config/config.js';
import { closeApp } from '../support/api.js';
import { enginesFor } from '../support/engines.js';

test.each([true, false])('a port that another service has is refused, whether it shares it: %s', async (reusePort) => {
  const other = createServer().listen({ port: 0, host: '127.0.0.1', reusePort });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'tidings-'));
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    DNS_SERVERS: '127.0.0.1:9',
    ...enginesFor(folder),
  });
  const app = await createApp(config);
  await expect(startApp(app, config)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await closeApp(app);
  other.close();
  rmSync(folder, { recursive: true, force: true });
});
