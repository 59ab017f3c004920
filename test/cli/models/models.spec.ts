import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageLog } from '../../../projections/message-log/projection.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../src/ports/stores/document-store.js';
import { appendMessages } from '../../fixtures/long-log.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { askedOperator } from '../../support/given/asked-operator.js';
import { operator } from '../../support/processes/operator.js';

const EVENTS = 6_000;
const path = '/conversations/talk/messages';
const { name, version } = messageLog;

let tidings: Tidings;
let acme: Tenant;
let key: string;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
  await acme.conversationWithClient('talk');
  const { body } = await acme.owner.call('POST', path, { kind: 'TEXT', text: 'Hello' });
  key = `talk.${body.id}`;
  await appendMessages(tidings.app.get(EventLog), acme.tenantId, EVENTS);
  await tidings.app.get(CaughtUp).reached(await tidings.app.get(EventLog).head(), 30_000);
}, 120_000);
afterAll(() => tidings.close());

const models = (...args: readonly string[]) => operator(tidings.dataDir, ['models', ...args]);
const asked = (verb: string, more = {}) => askedOperator(tidings, `models ${verb}`, { name, ...more });
const lines = (out: string) => out.split('\n').map((line) => JSON.parse(line));
const texts = async () => {
  const { status, body } = await acme.owner.call('GET', path);
  return status === 200 ? body.messages.map(({ text }: { text: string }) => text) : [status];
};

/** A text that no event explains. */
async function spoil(text: string): Promise<void> {
  const documents = tidings.app.get<DocumentStore>(DOCUMENT_STORE);
  const doc = await documents.reader(messageLog, acme.tenantId).get(key);
  const position = await tidings.app.get(EventLog).head();
  await documents.commit(
    [{ collection: messageLog, tenantId: acme.tenantId, key, doc: { ...doc, text }, position }],
    [],
  );
}

/** Reads all the time; the different answers. */
async function answersDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const answers = new Set<string>();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) answers.add(JSON.stringify(await texts()));
    answers.add(JSON.stringify(await texts()));
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await reading;
  }
  return [...answers];
}

describe('tidings models', () => {
  test('prints the read models, judges a wrong command before it asks, and an unknown name is not there', async () => {
    const [listed, missing, more, unknown, help] = await Promise.all([
      models('--json'),
      models('rebuild'),
      models('switch', 'a', 'b'),
      models('rebuild', 'nothing'),
      models('rebuild', '--help'),
    ]);
    const found = lines(listed.out).find((each) => each.name === name);
    expect(found).toEqual({ name, version: `${version}`, position: expect.any(Number) });
    expect([listed, missing, more, unknown, help].map(({ code }) => code)).toEqual([0, 2, 2, 1, 0]);
    expect(unknown.error).toContain('nothing');
  }, 60_000);

  test('a copy that equals the one that serves has no difference', async () => {
    expect(await asked('switch')).toMatchObject({ exit: 1, message: expect.stringContaining('one copy alone') });
    const compared = await asked('rebuild', { compare: true });
    expect(compared).toEqual({ exit: 0, lines: [{ name, documents: EVENTS + 1, differences: 0 }] });
  }, 60_000);

  test('the comparison names what differs; the switch and the way back fail no read and mix none', async () => {
    await spoil('Spoilt');
    const { code, out } = await models('rebuild', name, '--compare', '--json');
    expect([code, lines(out)]).toEqual([
      1,
      [
        { tenant_id: acme.tenantId, key, is: 'DIFFERENT' },
        { name, documents: EVENTS + 1, differences: 1 },
      ],
    ]);

    const during = await answersDuring(async () => {
      const began = performance.now();
      expect((await asked('switch')).exit).toBe(0);
      expect(performance.now() - began).toBeLessThan(1_000);
      expect(await texts()).toEqual(['Hello']);
    });
    expect(during).toEqual(['["Spoilt"]', '["Hello"]']);

    expect(await answersDuring(() => asked('rollback'))).toEqual(['["Hello"]', '["Spoilt"]']);
    const [listed] = (await askedOperator(tidings, 'models')).lines.filter((each) => each.name === name);
    expect(listed.beside).toMatchObject({ version: `${version}.2`, state: 'COMPLETE' });
    expect((await asked('switch')).exit).toBe(0);
    expect(await texts()).toEqual(['Hello']);
  }, 90_000);

  test('writes after the switch are in both copies, until one is dropped', async () => {
    await acme.owner.mustCall('POST', path, { kind: 'TEXT', text: 'Later' });
    expect((await asked('compare')).lines.at(-1)).toEqual({ name, documents: EVENTS + 2, differences: 1 });
    expect((await asked('drop')).exit).toBe(0);
    expect((await asked('rollback')).exit).toBe(1);
    expect((await texts()).toSorted()).toEqual(['Hello', 'Later']);
  }, 60_000);
});
