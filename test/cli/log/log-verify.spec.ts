import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { FileLogSigner } from '../../../src/adapters/file-keys/file-log-signer.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { ACME, OTHER, shifted, streamOf } from './tampered-log.js';
import { findings, first, sealedLog, verify } from './verifying.js';

const { sealed, marks, tampered, remove } = await sealedLog();
afterAll(remove);

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
