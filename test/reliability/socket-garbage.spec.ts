import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { listenAs } from '../realtime/listener.js';
import { startTidings, type Tidings } from '../support/api.js';

const LINES = 250;
const PACKETS = 12;

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  await acme.conversationWithClient('c1');
});
afterAll(() => tidings.close());

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('SUBSCRIBE', 'UNSUBSCRIBE', 'PING', 'AUTHENTICATE', 'constructor', '__proto__', 'toString'),
  fc.constantFrom('disconnect', 'connect', 'error', 'newListener', 'conversations', 'conversations/c1', 'p0', 'p1'),
);
const payload = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.record({ address: text, after: text }, { requiredKeys: [] }).map((body) => JSON.stringify(body)),
  fc.constantFrom('{"address":"conversations","__proto__":{"ok":1}}', '{"_placeholder":true,"num":0}', '['.repeat(999)),
);

/** A packet of socket.io: type, attachments, namespace, id and data, each of them sometimes what it must not be. */
const packet = fc
  .tuple(
    fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '9', '', '51-', '61-', '5999999999-', '-'),
    fc.constantFrom('', '', '/', '/x,', '/__proto__,', ','),
    fc.oneof(fc.constant(''), fc.nat(9).map(String), fc.constant('99999999999999999999')),
    fc.oneof(
      fc.tuple(text, payload).map(([event, body]) => `[${JSON.stringify(event)},${body}]`),
      fc.tuple(text, payload, payload).map(([event, a, b]) => `[${JSON.stringify(event)},${a},${b}]`),
      payload,
      fc.constantFrom('', '[]', '[null]', '[7]', '[[]]', '["SUBSCRIBE"', '{', 'null'),
    ),
  )
  .map((parts) => `4${parts.join('')}`);
const frame = fc.oneof(
  { weight: 6, arbitrary: packet },
  { weight: 1, arbitrary: fc.constantFrom('', '0', '1', '2', '2probe', '3', '3probe', '5', '6', '9', 'b', 'bAAAA') },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
);

/** Speaks engine.io by hand; answers when the line has ended or everything was sent. */
async function speak(url: string, auth: object | undefined, frames: readonly (string | Uint8Array)[]): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const ended = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()));
  await new Promise<void>((resolve) => {
    socket.addEventListener('error', () => resolve());
    socket.addEventListener('message', ({ data }) => {
      const opened = String(data).startsWith('0');
      if (opened && auth) socket.send(`40${JSON.stringify(auth)}`);
      if (opened === !auth || String(data).startsWith('40') || String(data).startsWith('44')) resolve();
    });
  });
  for (const each of frames) {
    if (socket.readyState !== WebSocket.OPEN) break;
    socket.send(each as string);
    await new Promise(setImmediate);
  }
  socket.close();
  await ended;
}

describe('garbage', () => {
  test.each([
    ['an owner', () => ({ token: acme.owner.token })],
    ['nobody', () => undefined],
  ])('sent by %s ends no other line, and changes nothing', { timeout: 60_000 }, async (_, auth) => {
    const steady = await listenAs(tidings.url, acme.owner.token);
    const { position } = await steady.subscribe('conversations');
    const lines = fc.sample(fc.array(frame, { minLength: PACKETS, maxLength: PACKETS }), LINES);
    for (let i = 0; i < lines.length; i += 10) {
      await Promise.all(lines.slice(i, i + 10).map((frames) => speak(tidings.url, auth(), frames)));
    }
    expect(await steady.subscribe('conversations')).toMatchObject({ ok: true, position });
    await acme.post('c1', 'still here');
    await steady.next('NEW_MESSAGE');
    steady.close();
  });

  test('over polling is refused, and the service goes on', async () => {
    const ask = (query: string, init?: RequestInit) => fetch(`${tidings.url}/socket.io/${query}`, init);
    const answers = await Promise.all([
      ask('?EIO=4&transport=polling&sid=nobody'),
      ask('?EIO=3&transport=polling'),
      ask('?EIO=4&transport=carrier-pigeon'),
      ask('?EIO=4&transport=polling&sid=__proto__', { method: 'POST', body: '40{}' }),
      ask('?EIO=4&transport=polling', { method: 'POST', body: '40{}' }),
      ask('?EIO=4&transport[]=polling'),
      ask('..%2f..%2fetc/passwd'),
      ask('socket.io.js'),
    ]);
    expect(answers.map(({ status }) => status >= 400 && status < 500)).toEqual(answers.map(() => true));
    const steady = await listenAs(tidings.url, acme.owner.token);
    expect(await steady.ask('PING')).toMatchObject({ ok: true });
    steady.close();
  });
});
