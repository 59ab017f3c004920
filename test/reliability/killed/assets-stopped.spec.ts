import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { postMedia, settled, upload, wav } from '../../fixtures/media.js';
import { createTenant } from '../../fixtures/tenant.js';
import { httpClient } from '../../support/http-client.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import { until } from '../../support/until.js';
import { startServer } from '../crash/server-child.js';

/** Stands for ffmpeg, which exits with 255 where it is asked to end. It works until there is a file `quick`. */
const ffmpeg = (folder: string) => `#!/bin/sh
[ "$1" = -version ] || [ -e ${folder}/quick ] && exit 0
trap 'exit 255' TERM
echo $$ >> ${folder}/runs
while :; do sleep 0.1; done
`;

test('an upload outlives a service manager that asks all processes of the service to end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-assets-stopped-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'ffmpeg');
  writeFileSync(program, ffmpeg(folder), { mode: 0o755 });
  writeFileSync(join(folder, 'runs'), '');
  const runs = () => readFileSync(join(folder, 'runs'), 'utf8').match(/\d+/g) ?? [];
  const start = async () => {
    const environment = { FFMPEG: program };
    const child = await startServer({ root: compiledService(), dataDir: join(folder, 'data'), environment });
    onTestFinished(() => child.kill());
    return child;
  };
  const first = await start();
  const service = httpClient(first.url);
  const { owner, conversation } = await createTenant(service, 'acme');
  await conversation('c');
  const { body: message } = await postMedia(owner, 'c', 'AUDIO');
  expect(await upload(service, message.asset.upload_url, wav(), 'audio/wav')).toMatchObject({
    status: 204,
  });
  const [running] = await until(runs, (all) => all.length === 1);
  process.kill(Number(running), 'SIGTERM');
  await until(runs, (all) => all.length === 2);
  process.kill(first.pid, 'SIGTERM');
  await first.ended;
  writeFileSync(join(folder, 'quick'), '');
  const second = await start();
  expect((await settled(owner.at(httpClient(second.url)), message)).asset.status).toBe('UPLOAD_COMPLETED');
}, 120_000);
