import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { NO_TENANT } from '../../../src/kernel/stream.js';
import { compiledService } from '../../support/processes/compiled-service.js';

const TAKEN_OVER_WITHIN_MS = 10_000;
/** As long as a process of another name waits at least. */
const TAKEN_BY_OTHERS_AFTER_MS = 4_000;

const children: ReturnType<typeof startChild>[] = [];
let folder: string;
let operations: SqliteOperationalStore;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-lease-'));
  operations = new SqliteOperationalStore(join(folder, 'operational.db'), { shared: true });
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()));
  await operations.remove({ tenantId: NO_TENANT, kind: 'lease', id: 'projector' });
});
afterAll(async () => {
  await operations.close();
  rmSync(folder, { recursive: true, force: true });
});

function startChild(name: string) {
  const file = join(compiledService(), 'test/reliability/processes/lease-child.js');
  const child: ChildProcess = spawn(process.execPath, [file, join(folder, 'operational.db'), name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout?.on('data', (chunk) => {
    told += chunk;
  });
  const ended = once(child, 'exit');
  const after = (what: string) => new RegExp(`^${what} (\\d+)$`, 'm').exec(told)?.[1];
  return {
    get waits() {
      return after('waits') !== undefined;
    },
    /** Milliseconds that it waited for the lease. */
    get worksAfterMs() {
      const ms = after('works');
      return ms === undefined ? undefined : Number(ms);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function start(name: string) {
  const child = startChild(name);
  children.push(child);
  return child;
}

type Child = ReturnType<typeof start>;
const untilWorks = (child: Child) =>
  expect.poll(() => child.worksAfterMs, { timeout: 20_000, interval: 10 }).toBeDefined();
const untilWaits = (child: Child) => expect.poll(() => child.waits, { timeout: 20_000, interval: 10 }).toBe(true);

/** Renewals and challenges alike. */
const changes = async () =>
  (await operations.get({ tenantId: NO_TENANT, kind: 'lease', id: 'projector' }))?.revision ?? 0;

describe('the lease of a process that is killed with -9', { timeout: 60_000 }, () => {
  test('is taken by a process of another name within ten seconds, its start included', async () => {
    const killed = start('one');
    await untilWorks(killed);
    await killed.kill();
    const sinceMs = performance.now();
    await untilWorks(start('other'));
    expect(performance.now() - sinceMs).toBeLessThan(TAKEN_OVER_WITHIN_MS);
  });

  test('is taken back by its next start before any other name could take it', async () => {
    let box = start('box');
    await untilWorks(box);
    for (let restart = 0; restart < 2; restart++) {
      await box.kill();
      box = start('box');
      await untilWorks(box);
      expect(box.worksAfterMs).toBeLessThan(TAKEN_BY_OTHERS_AFTER_MS);
    }
  });

  test('is not taken from it as long as it lives by a process that was given the same name', async () => {
    const first = start('box');
    await untilWorks(first);
    const others = [start('box'), start('box')];
    for (const other of others) await untilWaits(other);
    const until = (await changes()) + 6;
    await expect.poll(changes, { timeout: 30_000 }).toBeGreaterThan(until);
    expect(others.map(({ worksAfterMs }) => worksAfterMs)).toEqual([undefined, undefined]);
    await first.kill();
    const oneWorks = () => others.filter(({ worksAfterMs }) => worksAfterMs !== undefined).length;
    await expect.poll(oneWorks, { timeout: 20_000 }).toBe(1);
    const later = (await changes()) + 6;
    await expect.poll(changes, { timeout: 30_000 }).toBeGreaterThan(later);
    expect(oneWorks()).toBe(1);
  });
});
