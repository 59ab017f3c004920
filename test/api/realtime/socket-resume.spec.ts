import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Heard, type Listener, listenAs, listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
const open: Listener[] = [];
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  await Promise.all([acme.conversationWithClient('a'), acme.conversationWithClient('b')]);
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
afterAll(() => tidings.close());

async function listener(): Promise<Listener> {
  const made = await listenerOf(acme.owner);
  open.push(made);
  return made;
}

const posts = async (conversation: string, ...texts: readonly string[]) => {
  let position = '';
  for (const text of texts) position = (await acme.post(conversation, text)).headers.get('tidings-position') ?? '';
  return position;
};

const textsOf = (frames: readonly Heard[]) =>
  frames.filter(({ message }) => message).map(({ message }) => message.text as string);

const has = (text: string) => (frames: readonly Heard[]) => textsOf(frames).includes(text);

describe('a subscription after a position', () => {
  test('brings what was missed, in order, and then what comes', async () => {
    const position = await posts('a', 'known');
    await posts('a', 'missed 1', 'missed 2');
    await posts('b', 'of another');
    const one = await listener();
    expect(await one.subscribe('conversations/a', position)).toMatchObject({ ok: true });
    await posts('a', 'live');
    await one.until(has('live'));
    expect(textsOf(one.heard)).toEqual(['missed 1', 'missed 2', 'live']);
  });

  test('brings all that the log has, of one conversation and of all', async () => {
    await posts('a', 'the last');
    const [one, all] = await Promise.all([listener(), listener()]);
    await Promise.all([one.subscribe('conversations/a', 'p0'), all.subscribe('conversations', 'p0')]);
    await Promise.all([one.until(has('the last')), all.until(has('the last'))]);
    expect(one.heard).toEqual(all.heard.filter(({ conversation_id }) => conversation_id === 'a'));
    expect(all.heard.slice(0, 2).map(({ type }) => type)).toEqual(['NEW_CONVERSATION', 'PARTICIPANT_CREATED']);
  });

  test('that is the one just written brings nothing twice', async () => {
    const one = await listener();
    for (let i = 0; i < 20; i++) {
      const position = await posts('a', `written ${i}`);
      await one.subscribe('conversations/a', position);
      await one.ask('UNSUBSCRIBE', { address: 'conversations/a' });
    }
    await one.subscribe('conversations/a');
    await posts('a', 'after');
    await one.until(has('after'));
    expect(textsOf(one.heard)).toEqual(['after']);
  });

  test('that no event has yet is told as a gap, and live follows', async () => {
    const one = await listener();
    const { ok, position } = await one.subscribe('conversations/a', 'pzzzzzzzzz');
    expect(ok).toBe(true);
    await posts('a', 'live at last');
    await one.until(has('live at last'));
    expect(one.heard[0]).toEqual({ type: 'GAP', address: 'conversations/a', after: 'pzzzzzzzzz', position });
    expect(one.heard).toHaveLength(2);
  });

  test('goes on while much is being posted, without gap or double', async () => {
    const position = await posts('a', 'start');
    const texts = Array.from({ length: 120 }, (_, i) => `flow ${i}`);
    const posting = posts('a', ...texts);
    const listeners: Listener[] = [];
    for (let i = 0; i < 12; i++) {
      const one = await listener();
      await one.subscribe(i % 2 ? 'conversations' : 'conversations/a', position);
      listeners.push(one);
    }
    await posting;
    for (const one of listeners) {
      await one.until(has('flow 119'));
      expect(textsOf(one.heard)).toEqual(texts);
    }
  });
});

test('a message deleted since is told as deleted, to clients who joined later too', async () => {
  await acme.conversationWithClient('del');
  const posted = (await acme.post('del', 'secret text')).body;
  expect((await acme.owner.call('DELETE', `/conversations/del/messages/${posted.id}`)).status).toBe(204);
  await posts('del', 'after the deletion');
  const [one, all] = await Promise.all([listener(), listener()]);
  await Promise.all([one.subscribe('conversations/del', 'p0'), all.subscribe('conversations', 'p0')]);
  await Promise.all([one.until(has('after the deletion')), all.until(has('after the deletion'))]);
  for (const { heard } of [one, all]) {
    expect(JSON.stringify(heard)).not.toContain('secret text');
    const told = heard.find(({ type, message }) => type === 'NEW_MESSAGE' && message?.id === posted.id);
    expect(told?.message).toMatchObject({ id: posted.id, deleted_at: expect.any(String) });
  }
});

describe('a frame comes once per socket', () => {
  test('however many addresses cover it', async () => {
    const one = await listener();
    await one.subscribe('conversations');
    await one.subscribe('conversations/a');
    await one.subscribe('conversations/a');
    await posts('a', 'once');
    await posts('b', 'end');
    await one.until(has('end'));
    expect(textsOf(one.heard)).toEqual(['once', 'end']);
  });

  test('also where one address brings later what another brought already', async () => {
    const start = await posts('a', 'before');
    await posts('a', 'first');
    const one = await listener();
    await one.subscribe('conversations');
    await posts('a', 'second');
    await one.until(has('second'));
    await one.subscribe('conversations/a', start);
    await one.until(has('first'));
    await one.subscribe('conversations', start);
    await posts('b', 'end of it');
    await one.until(has('end of it'));
    expect(textsOf(one.heard)).toEqual(['second', 'first', 'end of it']);
  });

  test('also where the same address is asked for again from further back', async () => {
    const start = await posts('b', 'zero');
    const middle = await posts('b', 'one');
    await posts('b', 'two');
    const one = await listener();
    await one.subscribe('conversations/b', middle);
    await one.subscribe('conversations/b', start);
    await one.subscribe('conversations/b', middle);
    await posts('b', 'three');
    await one.until(has('three'));
    expect(textsOf(one.heard)).toEqual(['two', 'one', 'three']);
  });

  test('also where an address that covers it is left while what was missed is sent', async () => {
    const start = await posts('a', 'origin');
    await posts('a', ...Array.from({ length: 50 }, (_, i) => `n${i}`));
    const one = await listener();
    const answers = await Promise.all([
      one.subscribe('conversations', start),
      one.subscribe('conversations/a', start),
      one.ask('UNSUBSCRIBE', { address: 'conversations' }),
    ]);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    await posts('a', 'finally');
    await one.until(has('finally'));
    expect(textsOf(one.heard)).toHaveLength(51);
  });
});

test('what was missed can be asked for after a restart of the service', async () => {
  const position = await posts('a', 'last before');
  const marked = await posts('a', 'kept');
  tidings = await tidings.again();
  const one = await listenAs(tidings.url, acme.owner.token);
  open.push(one);
  expect(await one.subscribe('conversations/a', position)).toEqual({ ok: true, position: marked });
  await one.until(has('kept'));
});
