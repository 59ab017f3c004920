import { AsyncLocalStorage } from 'node:async_hooks';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_TENANT } from '../../../src/kernel/stream.js';
import { WorkflowRunner } from '../../../src/modules/automation/workflow/application/workflow-runner.service.js';
import { BLOBS } from '../../../src/ports/stores/blobs.js';
import { DOCUMENT_STORE } from '../../../src/ports/stores/document-store.js';
import { EVENT_STORE, type EventStore, StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import type { Service } from '../../fixtures/caller.js';
import {
  createWorkflowTenant,
  leaf,
  notifyParticipants,
  onData,
  sendMessage,
  type WorkflowTenant,
} from '../../fixtures/workflows.js';
import { closeApp, startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

/** So often each crash point is tried; 20 where somebody looks closer. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1);

const quiet = { LOG_LEVEL: 'fatal' };

type Port = Record<string, (...args: never[]) => unknown>;
type When = 'before' | 'after';

/** Lets the runner break off at its n-th question to a port, and stay broken until it is mended. */
function crashable({ app }: Tidings) {
  const inside = new AsyncLocalStorage<true>();
  const runner = app.get(WorkflowRunner) as unknown as Port & Pick<WorkflowRunner, 'start' | 'close'>;
  let left = Number.POSITIVE_INFINITY;
  let when: When = 'before';
  let asked = 0;
  let told: () => void = () => {};

  /** Rejects, as ports do: a throw would leave promises of the same statement that nobody awaits. */
  const broken = async () => {
    told();
    throw new StoreUnavailable('the process was killed');
  };
  function wrap(port: Port, name: string): void {
    const real = port[name]!.bind(port);
    port[name] = ((...args: never[]) => {
      if (!inside.getStore()) return real(...args);
      asked++;
      if (left <= 0) return broken();
      left--;
      if (left > 0) return real(...args);
      if (when === 'before') return broken();
      return Promise.resolve(real(...args)).then(broken);
    }) as Port[string];
  }
  for (const name of ['append', 'read', 'head']) wrap(app.get(EVENT_STORE), name);
  for (const name of ['get', 'put', 'list', 'due']) wrap(app.get(OPERATIONAL_STORE), name);
  for (const name of ['get']) wrap(app.get(BLOBS), name);
  const documents = app.get(DOCUMENT_STORE) as Port;
  const reader = documents.reader!.bind(documents);
  documents.reader = ((...args: never[]) => {
    const made = reader(...args) as Port;
    const own: Port = Object.create(made);
    for (const name of ['get', 'many', 'find', 'count']) {
      own[name] = made[name]!.bind(made);
      wrap(own, name);
    }
    return own;
  }) as Port[string];
  const handle = runner.handle!.bind(runner);
  runner.handle = ((...args: never[]) => inside.run(true, () => handle(...args))) as Port[string];
  runner.close();
  runner.start();

  const { dispatcher } = runner as unknown as { dispatcher: { life: { busy: ReadonlyMap<string, unknown> } } };
  return {
    /** Kept when no earlier run is worked on, whose questions would not count as those of the next one do. */
    settled: () => until(async () => dispatcher.life.busy.size === 0),
    /** Kept when it has broken off. */
    crashAt(n: number, at: When): Promise<void> {
      [left, when, asked] = [n, at, 0];
      return new Promise((resolve) => {
        told = resolve;
      });
    },
    mend(): void {
      left = Number.POSITIVE_INFINITY;
      runner.close();
      runner.start();
    },
    get asked() {
      return asked;
    },
  };
}

let tidings: Tidings;
let acme: WorkflowTenant;

const everything = async (store: EventStore) => {
  const all: string[] = [];
  for (let after = 0; ; ) {
    const page = await store.readAll(after, 1_000);
    for (const { type, position } of page) {
      all.push(type);
      after = position;
    }
    if (page.length === 0) return all;
  }
};
const count = async (type: string) =>
  (await everything(tidings.app.get(EVENT_STORE))).filter((each) => each === type).length;

beforeAll(async () => {
  tidings = await startTidings(quiet);
  const current: Service = {
    get url() {
      return tidings.url;
    },
    call: (...asked) => tidings.call(...asked),
  };
  acme = await createWorkflowTenant(current, 'crash');
  const branches = [{ condition_node: leaf('go', 'CHANGED'), action: sendMessage }];
  await acme.workflow('send', onData({ branches }));
  await acme.workflow('tell', onData({ action: notifyParticipants }));
});
afterAll(async () => {
  await tidings.close();
  rmSync(tidings.dataDir, { recursive: true, force: true });
});

const participants = [{ id: 'k', kind: 'CLIENT', display_name: 'K', email: 'k@example.org' }];
let conversations = 0;

async function begun(): Promise<string> {
  const id = `c${++conversations}`;
  await acme.conversation(id, { participants });
  await acme.owner.mustCall('PATCH', `/conversations/${id}`, { conversation_data: { go: true } });
  return id;
}

async function isWholeAndSingle(id: string, total: number): Promise<void> {
  const told = await acme.untilRuns('tell', total);
  const sent = await acme.untilRuns('send', total);
  const of = (runs: { conversation_id: string }[]) => runs.filter((run) => run.conversation_id === id);
  expect([of(sent).length, of(told).length]).toEqual([1, 1]);
  const messages = await acme.messages(id);
  expect(of(sent)).toMatchObject([{ status: 'DONE', effect_id: messages[0].id }]);
  expect(of(told)).toMatchObject([{ status: 'DONE' }]);
  expect(messages.map(({ sequence }: { sequence: number }) => sequence)).toEqual([1]);
  const { body } = await acme.owner.mustCall('GET', `/conversations/${id}/participants`);
  expect(body.participants.map(({ kind }: { kind: string }) => kind)).toEqual(['CLIENT', 'WORKFLOW']);
  const { notifications } = (await acme.owner.mustCall('GET', `/conversations/${id}/notifications`)).body;
  const byMail = notifications.filter(({ channel }: { channel: string }) => channel === 'EMAIL');
  expect(byMail.length).toBe(1);
}

/** A read that the request shares with the broken runner fails with it. */
async function archive(id: string): Promise<void> {
  const deleted = async () => (await acme.owner.call('DELETE', `/conversations/${id}`)).status;
  expect(await until(deleted, (status) => status !== 503)).toBe(204);
}

describe('whatever breaks off between an event and its run', () => {
  test.each<When>(['before', 'after'])(
    'each workflow acts once: killed %s each question to a port',
    async (when) => {
      const crash = crashable(tidings);
      let points = 0;
      for (let n = 1, reached = true; reached; n++) {
        for (let round = 0; round < ROUNDS && reached; round++) {
          await crash.settled();
          const crashed = crash.crashAt(n, when);
          const id = await begun();
          reached = await Promise.race([
            crashed.then(() => true),
            acme.untilRuns('tell', conversations).then(() => false),
          ]);
          crash.mend();
          await isWholeAndSingle(id, conversations);
        }
        points = n;
      }
      expect(points).toBeGreaterThan(20);
    },
    300_000,
  );

  test('what was done is told as done, though the conversation was archived before it could be', async () => {
    const crash = crashable(tidings);
    const ends = new Set<string>();
    for (let n = 6; n <= 24; n++) {
      await crash.settled();
      const crashed = crash.crashAt(n, 'after');
      const id = await begun();
      await Promise.race([crashed, acme.untilRuns('tell', conversations)]);
      await archive(id);
      crash.mend();
      const [run] = await acme.untilRuns('send', conversations);
      const sent = (await acme.messages(id)).map((message: { id: string }) => message.id);
      expect([run.conversation_id, run.status, sent]).toEqual([
        id,
        sent.length ? 'DONE' : 'FAILED',
        [run.effect_id].filter(Boolean),
      ]);
      await acme.untilRuns('tell', conversations);
      ends.add(run.status);
    }
    expect([...ends].sort()).toEqual(['DONE', 'FAILED']);
  }, 60_000);

  test('a process that is started anew goes on where the other broke off', async () => {
    for (const n of [3, 12, 20, 25]) {
      const crash = crashable(tidings);
      const crashed = crash.crashAt(n, 'after');
      const id = await begun();
      await Promise.race([crashed, acme.untilRuns('tell', conversations)]);
      tidings = await tidings.again();
      await isWholeAndSingle(id, conversations);
    }
  }, 60_000);

  test('nothing runs again when read models are built anew, nor when all events are read again', async () => {
    const before = [await count('WorkflowRan'), await count('MessagePosted')];
    await tidings.app
      .get<OperationalStore>(OPERATIONAL_STORE)
      .remove({ tenantId: NO_TENANT, kind: 'process', id: 'workflows' });
    await closeApp(tidings.app);
    for (const end of ['', '-wal', '-shm']) rmSync(join(tidings.dataDir, `read.db${end}`), { force: true });
    tidings = await startTidings(quiet, tidings.dataDir);
    await isWholeAndSingle(await begun(), conversations);
    expect([await count('WorkflowRan'), await count('MessagePosted')]).toEqual([before[0]! + 2, before[1]! + 1]);
  });
});
