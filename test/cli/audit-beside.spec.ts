import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversationList } from '../../projections/conversation-list/projection.js';
import { messageLog } from '../../projections/message-log/projection.js';
import { versionName } from '../../src/adapters/sqlite/documents/document-table.js';
import { EventLog } from '../../src/engine/log/event-log.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../src/ports/stores/document-store.js';
import { postMessage } from '../fixtures/conversations.js';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { isEmbeddedRun } from '../support/engines.js';
import { operator, operatorRuns } from '../support/processes/operator.js';

const embedded = test.skipIf(!isEmbeddedRun());
const conversations = versionName(conversationList.name, conversationList.version);
const messages = versionName(messageLog.name, messageLog.version);

let tidings: Tidings;
let acme: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  [acme, other] = [await createTenant(tidings, 'acme'), await createTenant(tidings, 'other')];
  for (const id of ['c1', 'c2', 'c3']) await acme.conversation(id, { description: 'heating' });
  await other.conversation('c1', { description: 'roof' });
  await postMessage(acme.owner, 'c1');
  await postMessage(acme.owner, 'c2');
});
afterAll(() => tidings.close());

const audited = (...args: readonly string[]) => operator(tidings.dataDir, ['audit', ...args]);
const auditedEach = (...commands: readonly (readonly string[])[]) =>
  operatorRuns(
    tidings.dataDir,
    commands.map((args) => ['audit', ...args]),
  );
const json = (out = '') => out.split('\n').map((line) => JSON.parse(line));

/** Changes the read models behind the back of the service. */
function tamper(change: string): void {
  const db = new DatabaseSync(join(tidings.dataDir, 'read.db'), { timeout: 5_000 });
  expect(Number(db.prepare(change).run().changes), change).toBeGreaterThan(0);
  db.close();
}
const tenantNumber = (id: string) => `(select n from tenants where id = '${id}')`;

/** A run of a command takes seconds on a busy machine. */
const PATIENCE = { timeout: 180_000 };

describe('tidings audit', PATIENCE, () => {
  test('finds no difference beside a service under load', async () => {
    let isOver = false;
    const load = async (id: string) => {
      for (let n = 0; !isOver; n++) {
        await postMessage(acme.owner, id);
        if (n % 10 === 0) await acme.conversation(`${id}-${n}`, { description: `load ${n}` });
      }
    };
    const loads = ['c1', 'c2', 'c3'].map(load);
    const found = await audited('--json');
    isOver = true;
    await Promise.all(loads);
    expect(found.error).toBe('');
    expect(json(found.out)).toEqual([expect.objectContaining({ ok: true, differences: 0 })]);
    expect(found.code).toBe(0);
  });

  test('names documents that differ, and the service writes them anew', async () => {
    const documents = tidings.app.get<DocumentStore>(DOCUMENT_STORE);
    const position = (await tidings.app.get(EventLog).head()) + 0.25;
    const place = { collection: conversationList, tenantId: other.tenantId, position };
    const doc = await documents.reader(conversationList, other.tenantId).get('c1');
    await documents.commit(
      [
        { ...place, key: 'c1', doc: { ...doc, description: 'loft' } },
        { ...place, key: 'c8', doc },
      ],
      [],
    );
    const found = await audited('--tenant', 'other', '--json');
    expect(json(found.out).slice(0, -1)).toEqual([
      expect.objectContaining({ key: 'c1', is: 'different', tenant_id: other.tenantId }),
      expect.objectContaining({ key: 'c8', is: 'too many' }),
    ]);
    expect(found.code).toBe(1);
    const repaired = await audited('--tenant', other.tenantId, '--repair', '--json');
    expect(json(repaired.out).slice(-2)).toEqual([
      { repaired: 2 },
      expect.objectContaining({ ok: true, differences: 0 }),
    ]);
    expect((await other.owner.call('GET', '/conversations/c1')).body.description).toBe('roof');
  });

  embedded('names what differs, is missing and is too many, and --repair mends it', async () => {
    const mine = `tenant = ${tenantNumber(acme.tenantId)}`;
    tamper(`update ${conversations} set doc = replace(doc, 'heating', 'hearing') where ${mine} and key = 'c1'`);
    tamper(`delete from ${messages} where id = (select min(id) from ${messages} where ${mine})`);
    tamper(`update ${conversations} set key = 'c0' where ${mine} and key = 'c3'`);
    const [found, one, others] = await auditedEach([], ['--model', 'message-log', '--json'], ['--tenant', 'other']);
    expect(found?.out).toMatch(/DIFFERENCE: conversation-list .*\/c1 is .*hearing.*, expected .*heating/);
    expect(found?.out).toMatch(/DIFFERENCE: message-log .* is missing/);
    expect(found?.out).toMatch(/DIFFERENCE: conversation-list .*\/c0 exists but should not/);
    expect(found?.out).toMatch(/DIFFERENCE: conversation-list .*\/c3 is missing/);
    expect(found?.out).toMatch(/^4 differences$/m);
    expect(found?.code).toBe(1);

    expect(json(one?.out)[0]).toMatchObject({ model: `message-log@${messageLog.version}`, is: 'missing' });
    expect(others?.code).toBe(0);

    const [repaired, again] = await auditedEach(['--repair'], []);
    expect(repaired?.out).toMatch(/^The service wrote 4 documents anew\.$/m);
    expect(repaired?.out).toMatch(/^0 differences$/m);
    expect(repaired?.code).toBe(0);
    expect(again?.code).toBe(0);
    const { body } = await acme.owner.call('GET', '/conversations/c1');
    expect(body.description).toBe('heating');
  });

  embedded('works without a service, which --repair needs', async () => {
    const other = mkdtempSync(join(tmpdir(), 'tidings-audit-'));
    cpSync(tidings.dataDir, other, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    expect((await operator(other, ['audit'])).code).toBe(0);
    const db = new DatabaseSync(join(other, 'read.db'));
    db.exec(`update ${conversations} set doc = replace(doc, 'roof', 'loft')`);
    db.close();
    expect(await operator(other, ['audit', '--repair'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('expected {"'),
      error: expect.stringContaining('Start it first'),
    });
    rmSync(other, { recursive: true });
  });

  test('a wrong usage ends with 2 before a store is opened, an absent folder with 3', async () => {
    const nowhere = join(tidings.dataDir, 'nowhere');
    const runs = await operatorRuns(nowhere, [['audit', '--model', 'absent'], ['audit', '--nothing'], ['audit']]);
    expect(runs.map(({ code }) => code)).toEqual([2, 2, 3]);
    expect((await audited('--tenant', 'absent')).code).toBe(1);
  });
});
