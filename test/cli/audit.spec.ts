import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversationList } from '../../projections/conversation-list/projection.js';
import { messageLog } from '../../projections/message-log/projection.js';
import { versionName } from '../../src/adapters/sqlite/documents/document-table.js';
import { runAudit } from '../../src/cli/audit/run-audit.js';
import { postMessage } from '../fixtures/conversations.js';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-audit-'));
const conversations = versionName(conversationList.name, conversationList.version);
const messages = versionName(messageLog.name, messageLog.version);

/** A service that has been stopped, with one conversation of one message. */
beforeAll(async () => {
  const tidings = await startTidings({}, folder);
  const acme = await createTenant(tidings, 'acme');
  await acme.conversation('c1', { description: 'heating' });
  await acme.conversation('c2', { description: 'roof' });
  await postMessage(acme.owner, 'c1');
  await tidings.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function audited(dataDir: string) {
  const lines: string[] = [];
  const code = await runAudit({ DATA_DIR: dataDir }, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

/** What is said of a copy of its data in which something was changed. */
async function auditedWith(database: 'log.db' | 'read.db', change: string) {
  const copy = mkdtempSync(join(tmpdir(), 'tidings-audit-'));
  try {
    cpSync(folder, copy, { recursive: true });
    const db = new DatabaseSync(join(copy, database));
    expect(Number(db.prepare(change).run().changes), change).toBeGreaterThan(0);
    db.close();
    return await audited(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

describe('npm run audit', () => {
  test('finds no difference in what the service left behind', async () => {
    const { code, text } = await audited(folder);
    expect(text).toMatch(/^The log holds \d\d events/);
    expect(text).toMatch(/conversation-list@\d+ +2 documents$/m);
    expect(text).toMatch(/^0 differences$/m);
    expect(code).toBe(0);
  });

  const broken: readonly (readonly [what: string, change: string, told: RegExp])[] = [
    ['a document that differs', `update ${conversations} set doc = replace(doc, 'heating', 'hearing')`, /hearing/],
    ['a document that is missing', `delete from ${messages}`, /message-log .* is missing/],
    ['a document too much', `update ${conversations} set key = 'c9' where key = 'c1'`, /c9 exists but should not/],
    ['a counter that is off', `update ${conversations}_counts set n = n + 1`, /counts \d+ of .*, expected \d/],
    ['an index that orders wrongly', `update ${conversations} set f_createdAt = 9 - id`, /by createdAt/],
    ['words that are gone', `delete from ${conversations}_words`, /search/],
  ];
  test.each(broken)('tells of %s', async (_, change, expected) => {
    const { code, text } = await auditedWith('read.db', change);
    expect(text).toMatch(expected);
    expect(code).toBe(1);
  });

  test('tells of read models that are ahead of the log', async () => {
    const { code, text } = await auditedWith(
      'log.db',
      'delete from events where rowid = (select max(rowid) from events)',
    );
    expect(text).toMatch(/the log ends at/);
    expect(code).toBe(1);
  });

  test('refuses a folder without a log, and one that is in use', async () => {
    expect(await audited(join(folder, 'nowhere'))).toMatchObject({ code: 1, text: expect.stringContaining('no log') });
    const tidings: Tidings = await startTidings({}, folder);
    expect(await audited(folder)).toMatchObject({ code: 1, text: expect.stringContaining('in use') });
    await tidings.close();
  });
});
