import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { parseStreamName } from '../../../src/kernel/stream.js';
import { client } from '../../fixtures/conversations.js';
import { completedErasure, type ErasureBody, wholeFeed } from '../../fixtures/erasures.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { auditReadModels } from '../../support/audit.js';
import { filesWith } from '../../support/canary.js';
import { isEmbeddedRun } from '../../support/engines.js';
import { until } from '../../support/until.js';

/** It stands in everything that is erased. */
const WORD = 'qwzxunheard';
/** It stands in what stays. */
const KEPT = 'qwzxstays';
/** Events of the erasures at which the service is killed, with the category of their stream. */
const TYPES = ['ConversationErased', 'MessagesEnded', 'ParticipantErased', 'UserErased', 'ErasureAdvanced'];
const LAST = 'ErasureCompleted';

const environment = { RATE_LIMITS: 'off', IDEMPOTENCY_HOURS: '720' };

let tidings: Tidings;
let tenant: Tenant;
let userId: string;
let erasures: readonly ErasureBody[];
let before: string;
const copies = new Map<string, string>();

/** The whole folder at once, as a kill leaves it. */
function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-erased-'));
  cpSync(tidings.dataDir, folder, { recursive: true });
  return folder;
}

const leftIn = (folder: string) => filesWith(folder, WORD).map((path) => relative(folder, path));

const leave = async (messages: string, participant_id: string, text: string, key: string) =>
  tenant.owner.mustCall('POST', messages, { kind: 'TEXT', text, participant_id }, { 'idempotency-key': key });

/** A conversation that is erased, one of whose clients is erased, and a user who takes part in that. */
async function tellMuch(): Promise<void> {
  const { owner } = tenant;
  const gone = client('cleo', {
    display_name: `${WORD} Cleo`,
    email: `${WORD}@example.com`,
    phone_number: '+4930123456',
  });
  const large = { status: WORD, more: `${WORD} `.repeat(300) };
  const whole = { description: WORD, conversation_data: large, participants: [gone] };
  const { messages } = await tenant.conversation('gone', whole);
  await leave(messages, 'cleo', `${WORD} was said`, 'a');
  await owner.mustCall('POST', '/conversations/gone/labels', { labels: [WORD] });
  const stays = await tenant.conversation('stays', { description: KEPT, participants: [gone, client('pia')] });
  for (let n = 0; n < 5; n++) await leave(stays.messages, 'cleo', `${WORD} number ${n}`, `b${n}`);
  await leave(stays.messages, 'pia', KEPT, 'c');
  await owner.mustCall('POST', `${stays.participants}/notify`, {}, { 'idempotency-key': 'd' });
  const user = await tenant.user(WORD);
  userId = user.id;
  await owner.mustCall('PATCH', `/users/${userId}`, { firstname: WORD });
  await user.mustCall('POST', stays.messages, { kind: 'TEXT', text: `${WORD} of a user` });
  await until(async () =>
    (await owner.mustCall('GET', `${stays.path}/notifications`)).body.notifications.every(
      ({ status }: { status: string }) => status !== 'QUEUED',
    ),
  );
}

async function eraseAll(): Promise<readonly ErasureBody[]> {
  const { owner } = tenant;
  const log = tidings.app.get(EventLog);
  const tail = log.tail(
    await log.head(),
    (events) => {
      for (const { type, stream } of events.map(({ stored }) => stored)) {
        const name = `${type} ${parseStreamName(stream).id.replace(/[0-9a-f-]{36}/g, 'id')}`;
        if ([...TYPES, LAST].includes(type) && !copies.has(name)) copies.set(name, copy());
      }
    },
    () => {},
  );
  const whole = (await owner.mustCall('POST', '/conversations/gone/erase')).body.id;
  const ids = [whole];
  for (const path of ['/conversations/stays/participants/cleo', `/users/${userId}`]) {
    const { headers } = await owner.mustCall('DELETE', `${path}?erase=true`);
    ids.push(String(headers.get('tidings-erasure')));
  }
  const all: ErasureBody[] = [];
  for (const id of ids) all.push(await completedErasure(owner, id));
  tail.close();
  return all;
}

/** Of a service that starts on the folder and ends again. */
async function isGone(folder: string): Promise<void> {
  const again = await startTidings(environment, folder);
  const owner = tenant.owner.at(again);
  expect((await owner.call('GET', '/conversations/gone')).status).toBe(410);
  for (const path of ['/conversations/stays/participants/cleo', `/users/${userId}`]) {
    const { headers } = await owner.mustCall('DELETE', `${path}?erase=true`);
    await completedErasure(owner, String(headers.get('tidings-erasure')));
  }
  const { body: whole } = await owner.mustCall('POST', '/conversations/gone/erase');
  await completedErasure(owner, whole.id);
  const { body } = await owner.mustCall('GET', '/conversations/stays/messages?order=ASC');
  const shown = body.messages.map(({ erased, text }: { erased?: true; text?: string }) => (erased ? 'erased' : text));
  expect(shown).toEqual([...Array(5).fill('erased'), KEPT, 'erased']);
  expect(JSON.stringify(await wholeFeed(owner))).not.toContain(WORD);
  expect((await owner.call('GET', `/conversations?search=${WORD}`)).body.total_elements).toBe(0);
  expect((await owner.call('GET', `/conversations?search=${KEPT}`)).body.total_elements).toBe(1);
  await until(() => leftIn(folder).length === 0, Boolean, 20_000).catch(() => undefined);
  await again.close();
  expect(leftIn(folder)).toEqual([]);
  expect((await auditReadModels(folder)).differences).toEqual([]);
}

/** The folder as it is now, with files of another that begin so. */
function withFilesOf(other: string, ...beginnings: readonly string[]): string {
  const folder = copy();
  const isMeant = (name: string) => beginnings.some((beginning) => name.startsWith(beginning));
  for (const name of readdirSync(folder).filter(isMeant)) rmSync(join(folder, name), { recursive: true });
  for (const name of readdirSync(other).filter(isMeant))
    cpSync(join(other, name), join(folder, name), { recursive: true });
  return folder;
}

describe.runIf(isEmbeddedRun())('what is erased', () => {
  beforeAll(async () => {
    tidings = await startTidings(environment);
    tenant = await createTenant(tidings, 'erased');
    await tellMuch();
    before = copy();
    expect(leftIn(before)).not.toEqual([]);
    erasures = await eraseAll();
  }, 120_000);
  afterAll(async () => {
    await tidings.close();
    for (const folder of [tidings.dataDir, before, ...copies.values()])
      rmSync(folder, { recursive: true, force: true });
  });

  test('is in no file, that of the log, journals and free pages included', () => {
    expect(erasures.map(({ kind }) => kind)).toEqual(['CONVERSATION', 'PARTICIPANT', 'USER']);
    expect(leftIn(tidings.dataDir)).toEqual([]);
  });
  test('goes on after a kill at every step', async () => {
    expect([...copies.keys()].map((name) => name.split(' ')[0])).toEqual(expect.arrayContaining([...TYPES, LAST]));
    for (const [name, folder] of copies) await isGone(folder).catch((cause) => expect.fail(`${name}: ${cause}`));
  }, 300_000);
  test('does not come back when the read models are built anew', async () => {
    const folder = withFilesOf(mkdtempSync(join(tmpdir(), 'tidings-none-')), 'read.db');
    copies.set('rebuilt', folder);
    await isGone(folder);
  }, 60_000);
  test('does not come back with older read models', async () => {
    const folder = withFilesOf(before, 'read.db');
    copies.set('older read models', folder);
    await isGone(folder);
  }, 60_000);
  test('does not come back with an older operational store and older files', async () => {
    const folder = withFilesOf(before, 'operational.db', 'outbox');
    copies.set('older store', folder);
    expect(leftIn(folder)).not.toEqual([]);
    await isGone(folder);
  }, 60_000);
});
