import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readVerifierKey } from '../../../src/adapters/file-keys/notes/verifier-key.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteLogReader } from '../../../src/adapters/sqlite/events/log-reader.js';
import { copyLog } from '../../../src/cli/log/copy-log.js';
import { LogVerifier } from '../../../src/cli/log/verify/log-verifier.js';
import { Differs, WrongUsage } from '../../../src/cli/shared/failures.js';
import { OTHER, SealedFolder, streamOf } from './tampered-log.js';
import { findings, first, sealedLog, verify } from './verifying.js';

const { sealed, copies, tampered, remove } = await sealedLog();
afterAll(remove);
const A = streamOf('a');

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
