import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { pathOf, picture, postMedia, settled } from '../../fixtures/media.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import type { Answer } from '../../support/api.js';
import { httpClient } from '../../support/http-client.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import { until } from '../../support/until.js';
import { ASSET_CRASHES } from '../crash/crash-points.js';
import { type ServerChild, startServer } from '../crash/server-child.js';

let dataDir: string;
const children: ServerChild[] = [];
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-assets-killed-'));
}, 120_000);
afterAll(async () => {
  for (const each of children) await each.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const preload = () => ['--import', join(compiledService(), 'test/reliability/crash/asset-crash-point.js')];

async function start(crash: string): Promise<ServerChild> {
  const environment = { ASSET_CRASH: crash, FFMPEG: '/nowhere' };
  const child = await startServer({ root: compiledService(), dataDir, node: preload(), environment });
  children.push(child);
  return child;
}

const put = async (child: ServerChild, url: string) =>
  fetch(`${child.url}/api/v1${pathOf(url)}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(await picture()),
  });

test('an upload is processed once, wherever the service is killed', async () => {
  let acme: Tenant | undefined;
  const posted: Answer['body'][] = [];
  const callerAt = ({ url }: ServerChild): Caller => (acme as Tenant).owner.at(httpClient(url));
  for (const crash of ASSET_CRASHES) {
    const child = await start(crash);
    if (!acme) {
      acme = await createTenant(httpClient(child.url), 'acme');
      await acme.conversation('c');
    }
    // The later lives die of the upload that the second one left.
    if (posted.length < 2) {
      const { body } = await postMedia(callerAt(child), 'c', 'IMAGE');
      posted.push(body);
      await put(child, body.asset.upload_url).catch(() => undefined);
    }
    await child.ended;
  }
  const child = await start('never');
  const owner = callerAt(child);
  const [first, ...others] = posted;
  expect(others).toHaveLength(1);
  // The first one was killed before anything was noted, so its URL is still good.
  expect((await owner.mustCall('GET', `/conversations/c/messages/${first.id}`)).body.asset.status).toBe(
    'UPLOAD_PENDING',
  );
  const done = [];
  for (const message of others) {
    const { asset } = await settled(owner, message);
    if (asset.status === 'UPLOAD_COMPLETED') done.push(message.id);
  }
  expect(done).toEqual(others.map(({ id }) => id));
  const { body: feed } = await owner.mustCall('GET', '/events?limit=1000');
  for (const { id } of others) {
    const told = feed.events.filter(({ data }: { data: { id: string } }) => data.id === id);
    expect(told.map(({ type }: { type: string }) => type)).toEqual(['message.created', 'message.updated']);
  }
  const files = async () => filesOf(others.map(({ id }) => id));
  const names = await until(files, (found) => found.every((each) => each.length === 2), 10_000);
  for (const each of names) expect(each.map((name) => name.split('-')[0])).toEqual(['content', 'thumbnail']);
  expect(readdirSync(join(dataDir, 'assets/incoming'))).toEqual([]);
}, 300_000);

/** Names of the files of each message. */
function filesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const all = readdirSync(join(dataDir, 'assets'), { recursive: true }).map(String);
  return ids.map((id) => all.flatMap((path) => path.split(`${id}/`)[1] ?? []).sort());
}
