import { afterEach, expect, test, vi } from 'vitest';
import { SignedOut } from '../../../sdk/src/errors.js';
import { Outbox, type Post } from '../../../sdk/src/store/sending/outbox.js';
import { memoryOutbox, type OutboxStorage } from '../../../sdk/src/store/sending/outbox-storage.js';
import { Tidings } from '../../../sdk/src/tidings.js';
import { until } from '../../support/until.js';

afterEach(() => vi.unstubAllGlobals());

interface Sent {
  readonly key: string | null;
  readonly source: string;
  readonly text: string;
}
type Answer = readonly [status: number, body: object];

const DONE: Answer = [202, { id: 'm', sequence: null }];
const AWAY: Answer = [503, { code: 'errors.store.unavailable', message: 'away', request_id: 'r' }];
const refused = (code: string): Answer => [409, { code, message: `told ${code}`, request_id: 'r' }];
const SCOPE = 'anna/c1';

const events = (told: string[] = []) => ({
  onChange: () => {},
  onPosted: () => {},
  onUnfinished: (messageId: string) => told.push(`unfinished ${messageId}`),
  onError: (error: unknown) => told.push((error as { readonly code?: string }).code ?? String(error)),
});

/** An outbox whose posts are answered in this order, and what it sent. */
function outboxAnswered(answers: readonly Answer[], storage: OutboxStorage = memoryOutbox()) {
  const sent: Sent[] = [];
  const told: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    const { source_id: source, text } = JSON.parse(body as string);
    sent.push({ key: new Headers(headers).get('idempotency-key'), source, text });
    const [status, answer] = answers[sent.length - 1] ?? DONE;
    return Response.json(answer, { status, headers: { 'retry-after': '0' } });
  });
  const tidings = new Tidings({ url: 'https://tidings.example' });
  const call = 'POST /conversations/{conversation_id}/messages';
  const post: Post = (body, idempotencyKey, signal) =>
    tidings.call(call, { path: { conversation_id: 'c1' }, body, idempotencyKey, signal });
  return { outbox: new Outbox(post, storage, SCOPE, events(told)), sent, told, storage };
}
const statuses = ({ pending }: Outbox) => pending.map(({ status }) => status);
const kept = async (storage: OutboxStorage) => (await storage.load(SCOPE)).map(({ key }) => key);

test('while the service is away messages wait in their order, and go out under the same key', async () => {
  const { outbox, sent } = outboxAnswered(Array.from({ length: 7 }, () => AWAY));
  outbox.add({ kind: 'TEXT', text: 'one' }, 'k1');
  outbox.add({ kind: 'TEXT', text: 'two' }, 'k2');
  await until(() => statuses(outbox).every((status) => status === 'posted'));
  expect(sent.map(({ text }) => text)).toEqual([...Array.from({ length: 8 }, () => 'one'), 'two']);
  for (const { key, source, text } of sent) expect([key, source]).toEqual(text === 'one' ? ['k1', 'k1'] : ['k2', 'k2']);
  outbox.arrived('k1');
  expect(outbox.pending.map(({ key }) => key)).toEqual(['k2']);
});

test('a refused message tells why and holds back no other; it is sent again or discarded', async () => {
  const { outbox, sent, told, storage } = outboxAnswered([refused('errors.conversation.archived')]);
  outbox.add({ kind: 'TEXT', text: 'one' }, 'k1');
  outbox.add({ kind: 'TEXT', text: 'two' }, 'k2');
  await until(() => statuses(outbox)[1] === 'posted');
  expect(outbox.pending[0]).toMatchObject({ status: 'failed', reason: 'told errors.conversation.archived' });
  expect(told).toEqual(['errors.conversation.archived']);
  expect(await kept(storage)).toEqual(['k1']);
  outbox.retry('k1');
  await until(() => statuses(outbox)[0] === 'posted');
  expect(sent.map(({ key }) => key)).toEqual(['k1', 'k2', 'k1']);
  outbox.discard('k1');
  expect(statuses(outbox)).toEqual(['posted']);
  expect(await kept(storage)).toEqual([]);
});

test('a closed outbox sends nothing more, and keeps what it has not sent', async () => {
  const { outbox, sent, storage } = outboxAnswered(Array.from({ length: 5 }, () => AWAY));
  outbox.add({ kind: 'TEXT', text: 'one' }, 'k1');
  await until(() => statuses(outbox)[0] === 'waiting');
  outbox.close();
  outbox.retry();
  expect([sent.length, outbox.pending.map(({ key }) => key), await kept(storage)]).toEqual([5, ['k1'], ['k1']]);
});

test('the outbox of the next page sends what the former one left, in order, before what is new', async () => {
  const { outbox, storage } = outboxAnswered(Array.from({ length: 20 }, () => AWAY));
  for (const key of ['k1', 'k2']) outbox.add({ kind: 'TEXT', text: key }, key);
  await until(() => statuses(outbox)[0] === 'waiting');
  outbox.close();
  const next = outboxAnswered([], storage);
  await next.outbox.load();
  next.outbox.add({ kind: 'TEXT', text: 'k3' }, 'k3');
  await until(() => next.sent.length === 3);
  expect(next.sent.map(({ key, text }) => [key, text])).toEqual([
    ['k1', 'k1'],
    ['k2', 'k2'],
    ['k3', 'k3'],
  ]);
  await until(async () => (await kept(storage)).length === 0);
});

test('a file whose message is posted is kept until its upload ends', async () => {
  const { outbox, storage } = outboxAnswered([]);
  outbox.add({ kind: 'IMAGE', file: new File(['x'], 'x.png', { type: 'image/png' }) }, 'k1');
  await until(() => statuses(outbox)[0] === 'posted');
  outbox.arrived('k1');
  outbox.close();
  const next = outboxAnswered([], storage);
  await next.outbox.load();
  expect([next.told, next.sent, statuses(next.outbox)]).toEqual([['unfinished m'], [], ['posted']]);
  next.outbox.finished('k1');
  expect(await kept(storage)).toEqual([]);
});

test('a request that hangs on a lost connection is sent on the new one, with the same key', async () => {
  const keys: string[] = [];
  const hangs: Post = (_, key, signal) => {
    keys.push(key);
    if (keys.length > 1) return Promise.resolve({ id: 'm' } as never);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const outbox = new Outbox(hangs, memoryOutbox(), SCOPE, events());
  outbox.add({ kind: 'TEXT', text: 'one' }, 'k1');
  await until(() => keys.length === 1);
  outbox.reconnected();
  await until(() => statuses(outbox)[0] === 'posted');
  expect(keys).toEqual(['k1', 'k1']);
});

test('an end of the session leaves messages waiting', async () => {
  const told: string[] = [];
  const ended: Post = () => Promise.reject(new SignedOut('over'));
  const outbox = new Outbox(ended, memoryOutbox(), SCOPE, events(told));
  outbox.add({ kind: 'TEXT', text: 'one' }, 'k1');
  await until(() => told.length === 1);
  expect(statuses(outbox)).toEqual(['waiting']);
  outbox.close();
});

test('storage that fails loses nothing while the page lives', async () => {
  const fails = () => Promise.reject(new Error('no storage'));
  const broken = { load: fails, put: fails, remove: fails, loadDraft: fails, saveDraft: fails } as OutboxStorage;
  const { outbox, sent } = outboxAnswered([], broken);
  await outbox.load();
  outbox.add({ kind: 'TEXT', text: 'one' }, 'k1');
  await until(() => statuses(outbox)[0] === 'posted');
  expect(sent).toHaveLength(1);
});

test('takes 100 messages at most', () => {
  const never: Post = () => new Promise(() => {});
  const outbox = new Outbox(never, memoryOutbox(), SCOPE, events());
  for (let n = 0; n < 100; n++) outbox.add({ kind: 'TEXT', text: `${n}` }, `k${n}`);
  expect(outbox.isFull).toBe(true);
  expect(() => outbox.add({ kind: 'TEXT', text: 'more' }, 'k')).toThrow(RangeError);
  outbox.close();
});
