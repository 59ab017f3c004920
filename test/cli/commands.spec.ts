import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { type Ended, operator, operatorRuns } from '../support/processes/operator.js';

/** A run of a command takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });
afterAll(() => vi.resetConfig());

const folder = mkdtempSync(join(tmpdir(), 'tidings-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const nowhere = join(folder, 'nowhere');
const TENANT = '0f3f3f3f-0000-7000-8000-000000000001';

/** Every command, in a right way on a data folder that is not there. */
const commands: Readonly<Record<string, readonly string[]>> = {
  events: [],
  audit: [],
  trace: [TENANT],
  show: ['CONVERSATION', 'case-1'],
  'replay webhooks': ['--tenant', TENANT, '--from', 'p1', '--to', 'p2'],
  doctor: [],
  models: [],
  'models rebuild': ['message-log'],
  'models compare': ['message-log'],
  'models switch': ['message-log'],
  'models rollback': ['message-log'],
  'models drop': ['message-log'],
  'parked list': [],
  'parked show': ['id'],
  'parked retry': ['id'],
  'parked skip': ['id', '--reason', 'a known defect'],
  'tenant list': [],
  'tenant suspend': [TENANT, '--yes'],
  'tenant resume': [TENANT, '--yes'],
  'tenant delete': [TENANT, '--yes'],
  backup: ['--to', join(folder, 'backup'), '--keys', join(folder, 'keys')],
  restore: ['--from', join(folder, 'absent'), '--keys', join(folder, 'keys')],
  'log verify': [],
  'keys rotate': [],
  'log copy': ['--from', `sqlite:${join(nowhere, 'log.db')}`, '--to', `sqlite:${join(folder, 'copy.db')}`],
};

test('the list of commands is whole', async () => {
  const { code, out } = await operator(nowhere, ['--help']);
  expect(code).toBe(0);
  const listed = out.split('\n').flatMap((line) => /^ {2}(\w+(?: \w+)?) {2,}\S/.exec(line)?.[1] ?? []);
  expect(listed.toSorted()).toEqual(Object.keys(commands).toSorted());
});

test.each(Object.entries(commands))(
  '%s has a usage, judges its options, and names a folder that is not there',
  async (name, args) => {
    const given = [['--help'], [...args, '--nonsense'], [...args, '--json=7'], [...args, '--json']];
    const runs = await operatorRuns(
      nowhere,
      given.map((words) => [...name.split(' '), ...words]),
    );
    const [help, unknown, mistyped, absent] = runs as [Ended, Ended, Ended, Ended];
    expect(help).toMatchObject({
      code: 0,
      error: '',
      out: expect.stringContaining(`Usage: npm run tidings -- ${name}`),
    });
    expect(help.out).toContain('--json');
    expect(help.out).toContain('Exit codes:');
    expect(unknown).toMatchObject({ code: 2, out: '', error: expect.stringContaining('--nonsense') });
    expect(mistyped).toMatchObject({ code: 2, out: '' });
    expect(absent).toMatchObject({ code: 3, out: '', error: expect.stringMatching(/^\S.*\.$/) });
    expect(existsSync(nowhere)).toBe(false);
  },
);
