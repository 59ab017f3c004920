import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { asCurl, type Endpoint, Variables, WIDTH } from '../../src/cli/quickstart-calls.js';
import { startTidings } from '../support/api.js';

const widest = (text: string) => Math.max(...text.split('\n').map(({ length }) => length));

describe('a call as curl', () => {
  const lines: string[] = [];
  const variables = new Variables((line) => void lines.push(line));
  variables.set('API', 'http://127.0.0.1:3000/api/v1');
  variables.set('TOKEN', 'eyJ.a.b');

  /** The arguments that a shell hands to curl. */
  const argumentsOf = (call: Endpoint) => {
    const script = `curl() { printf '%s\\0' "$@"; }; ${lines.join('; ')}; ${asCurl(call, variables)}`;
    return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  };

  test('names its variables and is what a shell understands', () => {
    const body = { text: 'it\'s "$5" `now` \\ $TOKEN', token: 'eyJ.a.b' };
    const call = { method: 'POST', path: '/a?b=c&d', as: 'TOKEN', body } as const;
    expect(asCurl(call, variables)).not.toContain('eyJ.a.b');
    const [, method, POST, url, , bearer, , type, , data] = ['', ...argumentsOf(call).slice(2)];
    expect([method, POST, url]).toEqual(['-X', 'POST', 'http://127.0.0.1:3000/api/v1/a?b=c&d']);
    expect([bearer, type]).toEqual(['Authorization: Bearer eyJ.a.b', 'Content-Type: application/json']);
    expect(JSON.parse(String(data))).toEqual(body);
  });

  test('breaks a long body into lines', () => {
    const body = { list: [{ first: 'x'.repeat(60), second: 'y'.repeat(60) }], last: 1 };
    const call = { method: 'POST', path: '/a', body } as const;
    expect(widest(asCurl(call, variables))).toBeLessThanOrEqual(WIDTH);
    expect(JSON.parse(String(argumentsOf(call).at(-1)))).toEqual(body);
  });
});

describe('the quick start', () => {
  afterEach(() => void vi.unstubAllEnvs());
  let serviceUrl = '';

  /** The text of the last of some runs on the same data. */
  async function played(environment: Readonly<Record<string, string>>, runs = 1): Promise<string> {
    const service = await startTidings(environment);
    serviceUrl = service.url;
    vi.stubEnv('TIDINGS_URL', service.url);
    const printed: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
    try {
      for (let run = 0; run < runs; run++) {
        vi.resetModules();
        printed.length = 0;
        await import('../../src/cli/quickstart.js');
      }
    } finally {
      out.mockRestore();
      await service.close();
    }
    return printed.join('');
  }

  test('plays a conversation with a workflow and a verified webhook, twice on the same data, and fits into a terminal', async () => {
    const text = await played({ OUTBOUND_ALLOW: '127.0.0.0/8' }, 2);
    for (const part of [
      'TOKEN=',
      'KEY=tdg_',
      '/message_templates',
      '/workflows',
      'verify its signature\n=> {\n  "type": "message.created"',
    ])
      expect(text).toContain(part);
    expect(text.match(/^TOKEN=/gm)).toHaveLength(1);
    // No answer is cut, and the addresses are those of this service.
    expect(text).not.toContain('…');
    const [link = ''] = /^http\S+\/c\?tenant=\S+#auth_key=\S+$/m.exec(text) ?? [];
    expect(new URL(link).searchParams.get('tenant')).toBe(/^TENANT=(.+)$/m.exec(text)?.[1]);
    const [app = ''] = /^http\S+\/app\?tenant=\S+$/m.exec(text) ?? [];
    expect(new URL(app).searchParams.get('tenant')).toBe(new URL(link).searchParams.get('tenant'));
    expect(text).toMatch(/^Sign in there as ada@example\.com with the password quick-\w+-start\.$/m);
    expect(text).toContain(`The API reference is at ${serviceUrl}/openapi/`);
    expect(text).toMatch(/"unread_message_count": ?0/);
    expect(text).toContain('The conversation is complete.');
    // A variable, a link and a long value of an answer cannot be broken.
    const unbroken = /^(\w+=|http|\s*"\w+": ").*$/gm;
    const lines = text.replaceAll(unbroken, '').split('\n');
    expect(lines.filter(({ length }) => length > WIDTH)).toEqual([]);
  });

  test('says why no webhook comes where the service calls no private address', async () =>
    expect(await played({})).toContain('Start it with OUTBOUND_ALLOW=127.0.0.0/8 npm start'));
});
