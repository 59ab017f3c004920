import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageLog } from '../../../projections/message-log/projection.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../src/ports/stores/document-store.js';
import { appendMessages } from '../../fixtures/long-log.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { askedOperator } from '../../support/given/asked-operator.js';
import { type SharedMember, type SharedService, sharedService } from '../../support/given/shared-log.js';
import { until } from '../../support/until.js';

const EVENTS = 4_000;
const path = '/conversations/talk/messages';
const { name } = messageLog;

let service: SharedService;
let members: { readonly api: SharedMember; readonly projector: SharedMember };
let acme: Tenant;
const isReady = async (member: SharedMember) => (await member.call('GET', '//health/ready')).status === 200;

beforeAll(async () => {
  service = sharedService();
  const [projector, api] = await Promise.all([service.start(['projector', 'effects', 'api']), service.start(['api'])]);
  members = { projector, api };
  await until(() => isReady(api), Boolean, 30_000);
  acme = await createTenant(api, 'acme');
  await acme.conversationWithClient('talk');
  const { body } = await acme.owner.call('POST', path, { kind: 'TEXT', text: 'Hello' });
  await appendMessages(api.app.get(EventLog), acme.tenantId, EVENTS);
  await until(() => isReady(api), Boolean, 60_000);

  const documents = projector.app.get<DocumentStore>(DOCUMENT_STORE);
  const key = `talk.${body.id}`;
  const doc = await documents.reader(messageLog, acme.tenantId).get(key);
  const position = await api.app.get(EventLog).head();
  const spoilt = { ...doc, text: 'Spoilt' };
  await documents.commit([{ collection: messageLog, tenantId: acme.tenantId, key, doc: spoilt, position }], []);
}, 120_000);
afterAll(() => service.close());

/** In the process that answers the operator, which is not the one that folds. */
const asked = (command: string, more = {}) => askedOperator(members.api, command, { name, ...more });

/** The first text of the conversation as each process answers it, in order, while it works. */
async function readDuring(work: () => Promise<unknown>) {
  let isOver = false;
  const before = await read();
  const readers = Object.values(members).map(async (member, n) => {
    const seen = [before[n]];
    while (!isOver) {
      const text = await readIn(member);
      if (seen.at(-1) !== text) seen.push(text);
    }
    return seen;
  });
  await work();
  isOver = true;
  return Promise.all(readers);
}

async function readIn(member: SharedMember): Promise<string> {
  const { status, body } = await acme.owner.at(member).call('GET', path);
  return status === 200 ? body.messages[0].text : `${status}`;
}

const read = () => Promise.all(Object.values(members).map(readIn));

/** Both processes answer it within a second. */
const seenWithinASecond = async (text: string) => {
  const began = performance.now();
  while ((await read()).some((each) => each !== text)) if (performance.now() - began > 1_000) return false;
  return true;
};

test('a process that does not fold lets the other one rebuild, and both switch and go back without a failed read', async () => {
  const compared = await asked('models rebuild', { compare: true });
  expect(compared).toMatchObject({ exit: 1, message: '1 of 4001 documents differ.' });
  expect(await read()).toEqual(['Spoilt', 'Spoilt']);
  const during = await readDuring(async () => {
    await asked('models switch');
    expect(await seenWithinASecond('Hello')).toBe(true);
  });
  expect(during).toEqual([
    ['Spoilt', 'Hello'],
    ['Spoilt', 'Hello'],
  ]);
  const back = await readDuring(async () => {
    await asked('models rollback');
    expect(await seenWithinASecond('Spoilt')).toBe(true);
  });
  expect(back).toEqual([
    ['Hello', 'Spoilt'],
    ['Hello', 'Spoilt'],
  ]);
  await asked('models switch');
  expect(await seenWithinASecond('Hello')).toBe(true);
}, 60_000);
