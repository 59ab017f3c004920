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
    const [, method, POST, url, , bearer, , type, , data] = ['', ...argumentsOf(call).slice(1)];
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

  async function played(environment: Readonly<Record<string, string>>): Promise<string> {
    const service = await startTidings(environment);
    vi.stubEnv('TIDINGS_URL', service.url);
    vi.resetModules();
    const printed: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
    try {
      await import('../../src/cli/quickstart.js');
    } finally {
      out.mockRestore();
      await service.close();
    }
    return printed.join('');
  }

  test('plays a conversation with a workflow and a verified webhook, and fits into a terminal', async () => {
    const text = await played({ OUTBOUND_ALLOW: '127.0.0.0/8' });
    for (const part of [
      'TOKEN=',
      'KEY=tdg_',
      '/message_templates',
      '/workflows',
      'verify its signature\n=> {"type":"message.created"',
    ])
      expect(text).toContain(part);
    expect(text.match(/^TOKEN=/gm)).toHaveLength(1);
    expect(text).toContain('"unread_message_count":0');
    expect(text).toContain('The conversation is complete.');
    expect(widest(text.replaceAll(/^\w+=.*$/gm, ''))).toBeLessThanOrEqual(WIDTH);
  });

  test('says why no webhook comes where the service calls no private address', async () =>
    expect(await played({})).toContain('Start it with OUTBOUND_ALLOW=127.0.0.0/8 npm start'));
});
