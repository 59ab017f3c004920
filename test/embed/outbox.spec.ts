import { afterEach, expect, test, vi } from 'vitest';
import { Outbox } from '../../embed/src/outbox.js';
import { Session } from '../../embed/src/session.js';
import { until } from '../support/until.js';

afterEach(() => vi.unstubAllGlobals());

interface Sent {
  readonly key: string | null;
  readonly source: string;
  readonly text: string;
}
type Answer = readonly [status: number, body: object];

const DONE: Answer = [202, { id: 'm', sequence: null }];
const AWAY: Answer = [503, { code: 'errors.store.unavailable', message: 'away', request_id: 'r' }];
const TOKEN: Answer = [200, { access_token: 't', expires_in: 900 }];
const refused = (code: string): Answer => [409, { code, message: `told ${code}`, request_id: 'r' }];

/** An outbox whose posts are answered in this order, and what it sent. */
function outboxAnswered(answers: readonly Answer[], token: Answer = TOKEN) {
  const sent: Sent[] = [];
  const told: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body, headers }: RequestInit) => {
    if (url.endsWith('/token')) return Response.json(token[1], { status: token[0] });
    const { source_id: source, text } = JSON.parse(body as string);
    sent.push({ key: new Headers(headers).get('idempotency-key'), source, text });
    const [status, answer] = answers[sent.length - 1] ?? DONE;
    return Response.json(answer, { status, headers: { 'retry-after': '0' } });
  });
  const session = new Session('https://tidings.example', { tenant: { tenant_id: 't' }, key: 'k' });
  const outbox = new Outbox(session, 'c1', {
    onChange: () => {},
    onPosted: () => {},
    onEnded: ({ reason }) => told.push(reason),
    onArchived: () => told.push('archived'),
  });
  return { outbox, sent, told };
}
const statuses = ({ pending }: Outbox) => pending.map(({ status }) => status);

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
  const { outbox, sent, told } = outboxAnswered([refused('errors.conversation.archived')]);
  outbox.add({ kind: 'TEXT', text: 'one' }, 'k1');
  outbox.add({ kind: 'TEXT', text: 'two' }, 'k2');
  await until(() => statuses(outbox)[1] === 'posted');
  expect(outbox.pending[0]).toMatchObject({ status: 'failed', reason: 'told errors.conversation.archived' });
  expect(told).toEqual(['archived']);
  outbox.retry('k1');
  await until(() => statuses(outbox)[0] === 'posted');
  expect(sent.map(({ key }) => key)).toEqual(['k1', 'k2', 'k1']);
  outbox.discard('k1');
  expect(statuses(outbox)).toEqual(['posted']);
});

test('a key that is no longer taken ends the conversation', async () => {
  const { outbox, sent, told } = outboxAnswered(
    [],
    [400, { code: 'errors.validation.failed', message: '', request_id: 'r' }],
  );
  outbox.add({ kind: 'TEXT', text: 'one' }, 'k1');
  await until(() => told.length > 0);
  expect([told, sent]).toEqual([['invalid'], []]);
});

test('a closed outbox sends nothing more', async () => {
  const { outbox, sent } = outboxAnswered(Array.from({ length: 5 }, () => AWAY));
  outbox.add({ kind: 'TEXT', text: 'one' }, 'k1');
  await until(() => statuses(outbox)[0] === 'waiting');
  outbox.close();
  outbox.retry();
  expect([sent.length, outbox.pending]).toEqual([5, []]);
});
