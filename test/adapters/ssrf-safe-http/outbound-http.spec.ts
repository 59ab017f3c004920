import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SsrfSafeHttp } from '../../../src/adapters/ssrf-safe-http/ssrf-safe-http.js';
import type { Outgoing } from '../../../src/ports/delivery/outbound-http.js';
import { aReceiver, type Receiver } from '../../support/servers/webhook-receiver.js';

const PUBLIC = '93.184.215.14';

/** What is asked of an address that leads inside, in any spelling. */
const inside = [
  ...['127.0.0.1', '127.1', '127.255.255.254', '0x7f.1', '0x7f000001', '017700000001', '2130706433', '0', '0.0.0.0'],
  ...['①②⑦.0.0.1', '127。0。0。1', '127.0.0.1.', '１２７.0.0.1', '%31%32%37.0.0.1'],
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.1.1', '100.64.0.1'],
  ...['100.127.255.254', '169.254.169.254', '169.254.170.2', '0xa9fea9fe', '2852039166', '192.0.0.1', '192.0.0.192'],
  ...['192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '192.88.99.1', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]'],
  ...['[::ffff:10.0.0.1]', '[::ffff:0:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::169.254.169.254]'],
  ...[
    '[64:ff9b:1::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[3fff::1]',
  ],
  ...['[5f00::1]', '[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'api.localhost', 'api.localhost.', 'ⓛocalhost'],
].map((host) => `http://${host}/`);

/** What is no address of ours at all. */
const odd = [
  ...[
    '',
    'hook',
    '//host/x',
    'ftp://host/',
    'file:///etc/passwd',
    'gopher://host/',
    'javascript:1',
    'data:,x',
    'unix:/x',
  ],
  ...['http:/\\host', 'http:\\\\host', 'http://host\\@other/', 'http://user@host/', 'http://user:secret@host/'],
  ...[
    'http://good.example@127.0.0.1/',
    'http://ho\r\nst/',
    'http://host/\tx',
    ' http://host/',
    'http://',
    'http://host:0/',
  ],
  ...['http://host:99999/', 'http:host', 'https:///x', 'http://host/a b', `http://host/${'x'.repeat(2100)}`],
];

const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': [PUBLIC],
  'inside.example': ['10.0.0.1'],
  'mixed.example': [PUBLIC, '127.0.0.1'],
  'six.example': ['fd00::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  '169.254.169.254.nip.io': ['169.254.169.254'],
};

const resolve = async (name: string) => names[name] ?? Promise.reject(new Error('no such name'));
const get = (url: string, more: Partial<Outgoing> = {}): Outgoing => ({
  url,
  method: 'GET',
  timeoutMs: 2_000,
  maxBytes: 1_000,
  ...more,
});

let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
});
afterAll(() => receiver.close());

describe('outgoing HTTP', () => {
  const strict = new SsrfSafeHttp({ resolve });
  const open = new SsrfSafeHttp({ allow: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'] });
  afterAll(async () => {
    await strict.close();
    await open.close();
  });

  const named = Object.keys(names).filter((name) => name !== 'public.example');
  const refused = [...inside, ...odd, ...named.map((name) => `https://${name}/hook`)];

  test.each(refused)('%j is refused when it is saved and when it is called, in the same words', async (url) => {
    expect(await strict.checkAddress(url, 'acme')).toBe('errors.field.address');
    await expect(strict.send(get(url))).rejects.toMatchObject({ fault: 'refused', message: 'refused' });
  });

  test.each([
    'http://public.example/',
    `https://${PUBLIC}/x?y=1`,
    'https://[2606:4700::1111]:8443/',
    'http://nobody-knows.example/',
  ])('%s may be saved', async (url) => expect(await strict.checkAddress(url, 'acme')).toBeUndefined());

  test('a failure says of which kind it was, and nothing of what was reached', async () => {
    const faultOf = (url: string, more = {}) =>
      open.send(get(url, more)).then(
        () => 'none',
        ({ fault }) => fault,
      );
    const closing = await aReceiver(() => (response) => void response.destroy());
    const { port } = await aReceiver().then(async (gone) => {
      await gone.close();
      return gone;
    });
    const unknown = new SsrfSafeHttp({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(unknown.send(get('http://nobody.example/'))).rejects.toMatchObject({ fault: 'dns_failed' });
    expect(await faultOf(`http://127.0.0.1:${port}/`)).toBe('refused');
    expect(await faultOf(`https://127.0.0.1:${receiver.port}/`)).toBe('tls_failed');
    expect(await faultOf(`http://127.0.0.1:${closing.port}/`)).toBe('reset');
    await Promise.all([closing.close(), unknown.close()]);
  });

  test('none of all these ever reached this machine', async () => {
    const canary = await aReceiver();
    const spellings = inside.map((url) => url.replace(/\/$/, `:${canary.port}/`));
    await Promise.allSettled(spellings.map((url) => strict.send(get(url, { timeoutMs: 500 }))));
    expect(canary.connections.made).toBe(0);
    await canary.close();
  });

  test('a name that leads elsewhere after it was checked is connected as it was checked', async () => {
    const asked: string[] = [];
    const rebinding = new SsrfSafeHttp({
      allow: ['127.0.0.0/8'],
      resolve: async (name) => {
        asked.push(name);
        return asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
      },
    });
    const answer = await rebinding.send(get(`http://rebound.example:${receiver.port}/pinned`));
    expect([answer.status, asked]).toEqual([204, ['rebound.example']]);
    expect(receiver.received.at(-1)?.headers.host).toBe(`rebound.example:${receiver.port}`);
    await rebinding.close();
  });

  test('a name that was public when it was saved and leads inside when it is called reaches nobody', async () => {
    let asked = 0;
    const rebinding = new SsrfSafeHttp({ resolve: async () => (++asked === 1 ? [PUBLIC] : ['127.0.0.1']) });
    const url = `http://rebound.example:${receiver.port}/`;
    const before = receiver.connections.made;
    expect(await rebinding.checkAddress(url, 'acme')).toBeUndefined();
    await expect(rebinding.send(get(url))).rejects.toMatchObject({ fault: 'refused' });
    expect(receiver.connections.made).toBe(before);
    await rebinding.close();
  });

  test('a kept connection is not used for a name that now leads inside', async () => {
    const known = { address: '127.0.0.1' };
    const moving = new SsrfSafeHttp({ allow: ['127.0.0.1'], resolve: async () => [known.address] });
    const url = (name: string) => `http://${name}.example:${receiver.port}/`;
    expect((await moving.send(get(url('a')))).status).toBe(204);
    known.address = '127.0.0.2';
    await expect(moving.send(get(url('b')))).rejects.toMatchObject({ fault: 'refused' });
    await moving.close();
  });

  test('a redirect is an answer and is not followed', async () => {
    const away = await aReceiver(() => (response) => response.writeHead(302, { location: receiver.url }).end());
    const before = receiver.received.length;
    const answer = await open.send(get(away.url));
    expect([answer.status, answer.headers.location, receiver.received.length]).toEqual([302, receiver.url, before]);
    await away.close();
  });

  test('what is sent arrives, and what is answered comes back, up to so many bytes', async () => {
    const long = await aReceiver(() => (response) => response.writeHead(200, { 'x-a': 'b' }).end('x'.repeat(100_000)));
    const body = JSON.stringify({ text: 'Grüße' });
    const answer = await open.send(
      get(long.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    );
    expect(long.received[0]).toMatchObject({
      body: { text: 'Grüße' },
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.headers['x-a'], answer.body.length, answer.isCut]).toEqual([200, 'b', 1_000, true]);
    await long.close();
  });

  test.each([
    ['stalls before it answers', () => () => {}],
    [
      'stalls in the middle of its answer',
      () => (response: import('node:http').ServerResponse) => void response.writeHead(200).write('a'),
    ],
  ])('a server that %s is given up in time', async (_, answering) => {
    const stalling = await aReceiver(answering);
    const failure = await open.send(get(stalling.url, { timeoutMs: 200 })).catch((error) => error);
    expect(failure).toMatchObject({ fault: 'timeout' });
    expect(failure.durationMs).toBeLessThan(2_000);
    await stalling.close();
  });

  describe('where the status is enough', () => {
    type Answer = import('node:http').ServerResponse;
    const endless = (response: Answer) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      response.writeHead(200);
      more();
    };
    test.each([
      ['breaks off', (response: Answer) => void response.writeHead(200).write('a', () => response.destroy())],
      ['stalls', (response: Answer) => void response.writeHead(200).write('a')],
      ['never ends', endless],
      [
        'is malformed',
        (response: Answer) => void response.socket?.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
      ],
    ])('a body that %s makes no failure', async (_, answering) => {
      const server = await aReceiver(() => answering);
      const answer = await open.send(get(server.url, { statusOnly: true, timeoutMs: 3_000 }));
      expect(answer.status).toBe(200);
      expect(answer.durationMs).toBeLessThan(2_500);
      await server.close();
    });

    test('a server that sends no status fails as before', async () => {
      const server = await aReceiver(() => (response) => void response.destroy());
      await expect(open.send(get(server.url, { statusOnly: true }))).rejects.toMatchObject({ fault: 'reset' });
      await server.close();
    });
  });

  test('a server that is not there and one that is not allowed look the same, and say nothing of what was reached', async () => {
    const gone = await aReceiver();
    await gone.close();
    for (const [client, url] of [
      [open, gone.url],
      [strict, receiver.url],
    ] as const) {
      const failure = await client.send(get(url)).catch((error) => error);
      expect([failure.fault, failure.message, failure.cause]).toEqual(['refused', 'refused', undefined]);
    }
  });
});
