import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FileLogSigner } from '../../../src/adapters/file-keys/file-log-signer.js';
import { readVerifierKey } from '../../../src/adapters/file-keys/notes/verifier-key.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteLogReader } from '../../../src/adapters/sqlite/events/log-reader.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { Differs } from '../../../src/cli/failures.js';
import { copyLog } from '../../../src/cli/log/copy-log.js';
import { LogVerifier } from '../../../src/cli/log/verify/log-verifier.js';
import { logVerify } from '../../../src/cli/log/verify/verify.js';
import { WrongUsage } from '../../../src/cli/tenant/tenant.js';
import { ACME, OTHER, SealedFolder, shifted, streamOf } from './tampered-log.js';

let sealed: SealedFolder;
const copies: string[] = [];
/** Positions of the checkpoints of ACME. */
let marks: readonly number[];

const positionsOf = async (stream: string) =>
  (await sealed.store.read(stream, { limit: 1_000 })).map(({ position }) => position);

beforeAll(async () => {
  sealed = new SealedFolder();
  await sealed.append(streamOf('a'), 150);
  await sealed.append(streamOf('b'), 150);
  await sealed.append(streamOf('c', OTHER), 5);
  await sealed.seal();
  await sealed.append(streamOf('a'), 30);
  await sealed.seal();
  marks = await positionsOf(`checkpoint-${ACME}_${ACME}`);
  await sealed.close();
});
afterAll(() => {
  sealed.remove();
  for (const copy of copies) rmSync(copy, { recursive: true });
});

async function verify(folder: string, args: readonly string[] = [], environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const before = { ...process.env };
  Object.assign(process.env, { DATA_DIR: folder, ...environment });
  let error: unknown;
  try {
    await logVerify(args, (line) => lines.push(line));
  } catch (thrown) {
    error = thrown;
  }
  process.env = before;
  return { lines, error };
}

function tampered(...statements: readonly string[]): string {
  const copy = sealed.tampered(...statements);
  copies.push(copy);
  return copy;
}

interface Found {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly id: string;
  readonly reason: string;
}

async function findings(folder: string, ...args: readonly string[]): Promise<readonly Found[]> {
  const { lines, error } = await verify(folder, ['--json', ...args]);
  const result = JSON.parse(lines[0] ?? '{}') as { readonly ok: boolean; readonly findings: readonly Found[] };
  expect(error instanceof Differs).toBe(!result.ok);
  if (error !== undefined && !(error instanceof Differs)) throw error;
  return result.findings;
}

const first = async (folder: string, ...args: readonly string[]) => (await findings(folder, ...args))[0];

const [A, B] = [streamOf('a'), streamOf('b')];
const other = '018f0000-0000-7000-8000-00000000beef';
const at = (position: number, set: string) => `update events set ${set} where position = ${position}`;

test('a log that nobody changed is right', async () => {
  const { lines, error } = await verify(sealed.path);
  expect(error).toBeUndefined();
  expect(lines.join('\n')).toMatch(/^338 events of 2 tenants were read in .* s\.\n3 checkpoints cover \d+ of them\.$/);
  expect(await findings(sealed.path)).toEqual([]);
});

describe('a change by hand is found and named', () => {
  test.each([
    ['a byte of an id', at(100, `id = '${other}'`), 100, A, 100],
    ['a byte of a type', at(100, `type = 'Dome'`), 100, A, 100],
    ['a byte of a body', at(100, `body = replace(body, 'text 100', 'text 1OO')`), 100, A, 100],
    ['a blank in a body', at(100, `body = body || ' '`), 100, A, 100],
    ['a version', at(100, 'version = 1000'), 100, A, 1000],
    ['the stream', at(100, `stream = (select id from streams where name = '${B}'), version = 900`), 100, B, 900],
    ['a position, behind the end', at(100, 'position = 1000'), 101, A, 101],
    ['a position, before the beginning', at(100, 'position = -1'), 101, A, 101],
    ['the name of a stream', `update streams set name = name || 'x' where name = '${B}'`, 151, `${B}x`, 1],
    [
      'the tenant of a stream',
      `update streams set name = '${streamOf('b', OTHER)}' where name = '${B}'`,
      151,
      streamOf('b', OTHER),
      1,
    ],
    ['a stream without a name', `delete from streams where name = '${B}'`, 301, streamOf('c', OTHER), 1],
    ['a row removed', 'delete from events where position = 100', 101, A, 101],
    ['two ids that are equal', at(120, `id = (select id from events where position = 100)`), 120, A, 120],
  ])('%s', async (_, sql, position, stream, version) => {
    expect(await first(tampered(sql))).toMatchObject({ position, stream, version });
  });

  test('a row removed, with all later positions and versions moved up', async () => {
    const folder = tampered('delete from events where position = 100', ...shifted(101, -1));
    expect(await first(folder)).toMatchObject({
      position: 100,
      stream: A,
      version: 100,
      reason: expect.stringContaining('differs'),
    });
  });

  test('a row inserted, with all later positions and versions moved down', async () => {
    const insert = `insert into events select 100, stream, 100, '${other}', type, body from events where position = 99`;
    const folder = tampered(...shifted(100, 1), insert);
    expect(await first(folder)).toMatchObject({ position: 100, id: other });
  });

  test('two events swapped within their stream', async () => {
    const swap = `create temp table two as select position, id, type, body from events where position in (100, 120);
      update events set (id, type, body) = (select id, type, body from two where two.position = 220 - events.position)
      where position in (100, 120)`;
    expect(await first(tampered(swap))).toMatchObject({ position: 100, stream: A, version: 100 });
  });

  test('two neighbours of different streams swapped', async () => {
    const folder = tampered(at(150, 'position = -150'), at(151, 'position = 150'), at(-150, 'position = 151'));
    expect(await first(folder)).toMatchObject({ position: 150, stream: B, version: 1 });
  });

  test('a checkpoint removed', async () => {
    const [mark = 0] = marks;
    const found = await findings(tampered(`delete from events where position = ${mark}`));
    expect(found[0]?.position).toBe(mark + 1);
    expect(found.map(({ reason }) => reason).join()).toContain('version 1 of the stream is missing');
  });

  test('a checkpoint removed, with all later positions and versions moved up', async () => {
    const [mark = 0] = marks;
    const folder = tampered(
      `delete from events where position = ${mark}`,
      `update events set version = version - 1 where position = ${marks[1]}`,
      ...shifted(mark + 1, -1).filter((sql) => sql.includes('position = -position')),
    );
    expect((await first(folder))?.reason).toMatch(/^the event differs/);
  });

  test('a checkpoint changed by a byte, or signed by another key', async () => {
    const [mark = 0] = marks;
    const changed = at(mark, `body = replace(body, '— log.example ', '— log.example A')`);
    expect(await first(tampered(changed))).toMatchObject({ position: mark });
    const foreign = new FileLogSigner({
      dataDir: ':memory:',
      masterKey: undefined,
      name: 'log.example',
      defaultName: '',
      clock: systemClock,
    });
    const [text = ''] = (sealed.notes[0] ?? '').split('\n\n');
    const folder = tampered();
    const db = new DatabaseSync(join(folder, 'log.db'));
    const body = JSON.stringify({ v: 1, data: { note: foreign.sign(`${text}\n`) } });
    db.prepare('update events set body = ? where position = ?').run(body, mark);
    db.close();
    expect(await first(folder)).toMatchObject({ position: mark, reason: 'no known key signed the checkpoint' });
  });

  test('the last event, which no checkpoint covers but the kept tree has', async () => {
    const last = marks[1] ?? 0;
    expect(await first(tampered(at(last, `id = '${other}'`)))).toMatchObject({ position: last });
  });

  test('in the part behind the first checkpoint, without the tree of the service: by the first event of that part', async () => {
    const folder = tampered(at(330, `type = 'Dome'`));
    rmSync(join(folder, 'operational.db'));
    const found = await first(folder);
    expect(found?.reason).toMatch(/^this event or a later one differs: the checkpoint of \d+ events has another root$/);
    expect(found?.position).toBeGreaterThan(300);
    expect(found?.position).toBeLessThanOrEqual(330);
  });

  test('of another tenant, not with --tenant', async () => {
    const folder = tampered(at(100, `type = 'Dome'`));
    expect(await findings(folder, '--tenant', OTHER)).toEqual([]);
    expect(await first(folder, '--tenant', ACME)).toMatchObject({ position: 100 });
  });
});

describe('a checkpoint that was kept elsewhere', () => {
  const kept = (folder: string, note = sealed.notes.at(-1) ?? '') => {
    const file = join(folder, 'kept-elsewhere');
    writeFileSync(file, note);
    return ['--from', file];
  };

  test('finds a tail that was cut, which nothing else shows', async () => {
    const folder = tampered('delete from events where position > 320');
    expect(await findings(folder)).toEqual([]);
    const found = await first(folder, ...kept(folder));
    expect(found).toMatchObject({
      position: 320,
      stream: A,
      reason: expect.stringContaining('the log ends with this event'),
    });
  });

  test('finds a log that was written anew and signed with the same key', async () => {
    const anew = new SealedFolder();
    copies.push(anew.path);
    await anew.append(A, 400);
    await anew.seal();
    await anew.close();
    const keys = join(anew.path, 'keys.txt');
    writeFileSync(keys, [...anew.signer.keys, ...sealed.signer.keys].join('\n'));
    expect(await findings(anew.path)).toEqual([]);
    const found = await first(anew.path, ...kept(anew.path), '--keys', keys);
    expect(found?.reason).toContain('the given checkpoint');
  });

  test('is right about a log that only grew', async () => {
    const folder = tampered();
    expect(await findings(folder, ...kept(folder, sealed.notes[0]))).toEqual([]);
  });

  test('is refused where it is no note of this log, or of another tenant', async () => {
    const folder = tampered();
    const forged = await verify(folder, kept(folder, (sealed.notes[0] ?? '').replace('log.example/', 'log.example/x')));
    expect(forged.error).toBeInstanceOf(Differs);
    const foreign = await verify(folder, [...kept(folder), '--tenant', OTHER]);
    expect(foreign.error).toBeInstanceOf(WrongUsage);
  });
});

describe('a copy of the log', () => {
  test('is right, made by log copy', async () => {
    const folder = tampered();
    const [from, to] = [new SqliteEventStore(join(folder, 'log.db')), new SqliteEventStore(join(folder, 'copy.db'))];
    await copyLog(from, to);
    await from.close();
    await to.close();
    const { lines, error } = await verify(folder, [], { EVENT_STORE_URL: `sqlite:${join(folder, 'copy.db')}` });
    expect([error, lines.length]).toEqual([undefined, 2]);
  });

  test('is right with other positions, as a server gives them', async () => {
    const folder = tampered('update events set position = -7 * position', 'update events set position = -position');
    const log = new SqliteLogReader(join(folder, 'log.db'));
    const keys = sealed.signer.keys.flatMap((line) => readVerifierKey(line) ?? []);
    const { events, differences } = await new LogVerifier({ log, keys, isDense: false }).run();
    await log.close();
    expect([events, differences]).toEqual([338, 0]);
  });
});

describe('the command', () => {
  test('tells how it is used', async () => {
    expect((await verify(sealed.path, ['--help'])).lines[0]).toContain('Usage: npm run tidings -- log verify');
    expect((await verify(sealed.path, ['--tenant', 'acme'])).error).toBeInstanceOf(WrongUsage);
    expect((await verify(sealed.path, ['--unknown'])).error).toBeInstanceOf(WrongUsage);
  });

  test('needs the keys of the log, from the folder or a file', async () => {
    const folder = tampered();
    rmSync(join(folder, 'keys'), { recursive: true });
    expect(String((await verify(folder)).error)).toContain('--keys');
    writeFileSync(join(folder, 'keys.txt'), sealed.signer.keys.join('\n'));
    expect((await verify(folder, ['--keys', join(folder, 'keys.txt')])).error).toBeUndefined();
  });

  test('changes nothing in the log', async () => {
    const before = readFileSync(join(sealed.path, 'log.db'));
    await verify(sealed.path);
    expect(readFileSync(join(sealed.path, 'log.db')).equals(before)).toBe(true);
  });
});
