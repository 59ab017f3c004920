import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageLog } from '../../../projections/message-log/projection.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { OperatorCommands } from '../../../src/engine/operator/operator-commands.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../src/ports/stores/document-store.js';
import { appendMessages } from '../../fixtures/long-log.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
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

/** Reads all the time; returns the different answers and the slowest answer in milliseconds. */
async function answersDuring(work: () => Promise<unknown>) {
  const answers = new Set<string>();
  const took: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const began = performance.now();
      answers.add(JSON.stringify(await texts()));
      took.push(performance.now() - began);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await reading;
  }
  return { answers: [...answers], took: took.toSorted((a, b) => a - b) };
}

describe('tidings models', () => {
  test('lists the read models with the version that serves', async () => {
    const { code, out } = await models('--json');
    expect(code).toBe(0);
    const found = lines(out).find((each) => each.name === name);
    expect(found).toEqual({ name, version: `${version}`, position: expect.any(Number) });
    expect((await models()).out).toContain(`message-log`);
  });

  test('judges a wrong command before it asks, and an unknown name is not there', async () => {
    expect((await models('rebuild')).code).toBe(2);
    expect((await models('switch', 'a', 'b')).code).toBe(2);
    expect((await models('rebuild', '--help')).code).toBe(0);
    expect(await models('rebuild', 'nothing')).toMatchObject({ code: 1, error: expect.stringContaining('nothing') });
    expect(await models('switch', name)).toMatchObject({ code: 1, error: expect.stringContaining('one copy alone') });
  });

  test('a copy that equals the one that serves has no difference', async () => {
    const { code, out } = await models('rebuild', name, '--compare', '--json');
    expect([code, lines(out)]).toEqual([0, [{ name, documents: EVENTS + 1, differences: 0 }]]);
  });

  test('the comparison names what differs; the switch and the way back fail no read and mix none', async () => {
    await spoil('Spoilt');
    const compared = await models('rebuild', name, '--compare', '--json');
    expect([compared.code, lines(compared.out)]).toEqual([
      1,
      [
        { tenant_id: acme.tenantId, key, is: 'DIFFERENT' },
        { name, documents: EVENTS + 1, differences: 1 },
      ],
    ]);

    const during = await answersDuring(async () => {
      const began = performance.now();
      const call = { command: 'models switch', args: { name } };
      const said: unknown[] = [];
      for await (const output of tidings.app.get(OperatorCommands).answer(call, AbortSignal.timeout(10_000)))
        said.push(output);
      expect(said).toHaveLength(1);
      expect(await texts()).toEqual(['Hello']);
      expect(performance.now() - began).toBeLessThan(1_000);
    });
    expect(during.answers).toEqual(['["Spoilt"]', '["Hello"]']);

    expect((await answersDuring(() => models('rollback', name))).answers).toEqual(['["Hello"]', '["Spoilt"]']);
    const listed = lines((await models('--json')).out).find((each) => each.name === name);
    expect(listed.beside).toMatchObject({ version: `${version}.2`, state: 'COMPLETE' });
    expect((await models('switch', name)).code).toBe(0);
    expect(await texts()).toEqual(['Hello']);
  }, 60_000);

  test('writes after the switch are in both copies', async () => {
    await acme.owner.mustCall('POST', path, { kind: 'TEXT', text: 'Later' });
    const compared = await models('compare', name, '--json');
    expect(lines(compared.out).at(-1)).toEqual({ name, documents: EVENTS + 2, differences: 1 });
    expect((await models('drop', name)).code).toBe(0);
    expect((await models('rollback', name)).code).toBe(1);
    expect((await texts()).toSorted()).toEqual(['Hello', 'Later']);
  });
});
