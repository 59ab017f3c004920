import { afterEach, expect, test, vi } from 'vitest';
import { Session } from '../../embed/src/session.js';
import { NoAnswer } from '../../sdk/src/errors.js';
import { CredentialSource } from '../../sdk/src/live/credential-source.js';
import { endingOf } from '../../sdk/src/store/ending.js';
import { standInPlatform } from '../sdk/stand-ins/platform.js';

afterEach(() => vi.unstubAllGlobals());

type Answer = readonly [status: number, body: object];
const error = (code: string) => ({ code, message: code, request_id: 'r' });
const GRANT: Answer = [400, error('errors.validation.failed')];
const REFUSED: Answer = [401, error('errors.unauthenticated')];
const ME: Answer = [200, { id: 'cleo' }];

/** A session whose token calls and other calls are answered in this order, the last answer again and again. */
function sessionAnswered(tokens: readonly (Answer | 'cut')[], calls: readonly Answer[] = [ME]) {
  const asked: string[] = [];
  const left = { token: [...tokens], call: [...calls] };
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const isToken = url.endsWith('/oauth2/token');
    if (url.includes('/tenant/config')) return Response.json({ id: 't-of-domain' });
    const list = isToken ? left.token : left.call;
    const answer = list.length > 1 ? list.shift() : list[0];
    asked.push(isToken ? new URL(url).pathname.split('/')[4]! : new Headers(headers).get('authorization')!);
    if (answer === undefined || answer === 'cut') throw new TypeError('cut');
    return Response.json(answer[1], { status: answer[0] });
  });
  return { asked };
}
const token = (access_token: string, expires_in = 900): Answer => [200, { access_token, expires_in }];
const session = (domain?: string) =>
  new Session('https://tidings.example', {
    tenant: domain === undefined ? { tenant_id: 't1' } : { domain },
    key: 'k',
  });
const me = (of: Session) => of.tidings.call('GET /client-participant/me');

test('the key is exchanged once for calls at once and after one another', async () => {
  const { asked } = sessionAnswered([token('a')]);
  const one = session();
  await Promise.all([me(one), me(one)]);
  await me(one);
  expect(asked).toEqual(['t1', 'Bearer a', 'Bearer a', 'Bearer a']);
});

test('the tenant of a domain is asked for', async () => {
  const { asked } = sessionAnswered([token('a')]);
  await me(session('acme-client.tidings.example'));
  expect(asked).toEqual(['t-of-domain', 'Bearer a']);
});

test('a token that has expired is replaced before the call', async () => {
  const { asked } = sessionAnswered([token('a', 0), token('b')]);
  const one = session();
  await one.tidings.credential();
  await me(one);
  expect(asked).toEqual(['t1', 't1', 'Bearer b']);
});

test('a token that is refused is replaced once', async () => {
  const { asked } = sessionAnswered([token('a'), token('b')], [REFUSED, ME]);
  await me(session());
  expect(asked).toEqual(['t1', 'Bearer a', 't1', 'Bearer b']);
});

test('a key that is refused ends the access: at first the link is wrong, later the participant is gone', async () => {
  sessionAnswered([GRANT]);
  await expect(me(session())).rejects.toMatchObject({ reason: 'invalid' });
  const { asked } = sessionAnswered([token('a'), GRANT], [ME, REFUSED]);
  const one = session();
  await me(one);
  await expect(me(one)).rejects.toMatchObject({ reason: 'removed' });
  expect(asked).toEqual(['t1', 'Bearer a', 'Bearer a', 't1']);
});

test('a key that is refused while a socket renews its token ends the access at once', async () => {
  sessionAnswered([token('a'), GRANT]);
  const one = session();
  const credentials = new CredentialSource(one.tidings, { ...standInPlatform(), after: () => expect.fail('it waits') });
  expect(await credentials.next(() => true)).toEqual({ token: 'a' });
  credentials.accepted();
  credentials.refused({ code: 'errors.token.expired', message: '', request_id: 'r' });
  expect(await credentials.next(() => true)).toMatchObject({ error: { reason: 'removed' } });
});

test('a service that does not answer ends nothing', async () => {
  sessionAnswered(['cut', token('a')]);
  const one = session();
  await expect(me(one)).rejects.toBeInstanceOf(NoAnswer);
  expect(await me(one)).toEqual({ id: 'cleo' });
});

test('a conversation that is erased is told apart', async () => {
  sessionAnswered([token('a')], [[410, error('errors.conversation.erased')]]);
  const thrown = await me(session()).catch((refused: unknown) => refused);
  expect(endingOf(thrown)).toEqual({ reason: 'gone', error: thrown });
});
