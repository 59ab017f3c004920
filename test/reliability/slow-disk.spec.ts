import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, signUpBody, type Tenant } from '../fixtures/tenant.js';
import { httpClient } from '../support/http-client.js';
import { compiledService } from '../support/processes/compiled-service.js';
import { type ServerChild, startServer } from './crash/server-child.js';

const DELAY_MS = 1_500;
const PROMPT_MS = 200;
const TRIES = 4;
const LONG_MS = 120_000;
const SYNCS = 'fsync,fdatasync';

const traces = (pid: number) => ['-f', '-p', `${pid}`, '-e', `trace=${SYNCS}`, '-o', '/dev/null'];

/** Whether strace may look into a process that it did not start. */
function attaches(): boolean {
  const other = spawn('sleep', ['10']);
  const strace = spawnSync('timeout', ['1', 'strace', ...traces(other.pid ?? 0)]);
  other.kill();
  return strace.status === 124;
}

const works = attaches();
if (!works) console.warn('SKIPPED: the slow disk. It is made with strace, which is missing or forbidden here.');

describe.skipIf(!works)(`where each sync of the disk takes ${DELAY_MS} ms`, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-slow-disk-'));
  let child: ServerChild;
  let strace: ChildProcess;
  let service: ReturnType<typeof httpClient>;
  let tenant: Tenant;

  beforeAll(async () => {
    child = await startServer({ root: compiledService(), dataDir });
    service = httpClient(child.url);
    tenant = await createTenant(service, 'acme');
    await tenant.conversationWithClient('c');
    await get('/tenant');
    strace = spawn('strace', [...traces(child.pid), '-e', `inject=${SYNCS}:delay_enter=${DELAY_MS * 1_000}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await once(strace.stderr ?? strace, 'data');
  }, LONG_MS);
  afterAll(async () => {
    service.close();
    strace.kill();
    await child.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const get = (path: string) => tenant.owner.mustCall('GET', path);

  /** The longest wait for each path while the work goes on, and how long that took. */
  async function waitedDuring(work: () => Promise<unknown>, paths: readonly string[]) {
    const began = performance.now();
    let isDone = false;
    const done = work().finally(() => {
      isDone = true;
    });
    const longest = await Promise.all(
      paths.map(async (path) => {
        let most = 0;
        for (; !isDone; await sleep(10)) {
          const asked = performance.now();
          await get(path);
          most = Math.max(most, performance.now() - asked);
        }
        return most;
      }),
    );
    await done;
    return { longest: Math.max(...longest), ms: performance.now() - began };
  }

  test.each([
    ['a post', (n: number) => tenant.post('c', `${n}`)],
    ['a sign-up', (n: number) => service.call('POST', '/signup', { body: signUpBody(`other${n}`) })],
  ])(
    '%s waits for it, and nothing else does',
    async (_, work) => {
      // A machine that is busy with other work makes some tries slow.
      let shortest = Number.POSITIVE_INFINITY;
      for (let n = 0; n < TRIES && shortest >= PROMPT_MS; n++) {
        const { longest, ms } = await waitedDuring(() => work(n), ['//health/live', '/tenant']);
        expect(ms).toBeGreaterThan(DELAY_MS);
        shortest = Math.min(shortest, longest);
      }
      expect(shortest).toBeLessThan(PROMPT_MS);
    },
    LONG_MS,
  );
});
