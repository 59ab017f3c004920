import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { largeJson } from '../../../src/adapters/ajv/large-json.js';
import { SPOOL_KEY_BYTES, spoolCipher } from '../../../src/large-data/spool-cipher.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { TENANT } from '../../support/given/given.js';
import { launcher } from '../../support/processes/launcher.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-large-json-'));
const json = largeJson(launcher, { memoryMiB: 64, startMs: 60_000 });
afterAll(async () => {
  await json.close();
  rmSync(folder, { recursive: true });
});

const key = randomBytes(SPOOL_KEY_BYTES).toString('base64');
const target = { path: join(folder, 'target'), key };
const textIn = ({ path }: typeof target) => spoolCipher(key).update(readFileSync(path)).toString();

function fileOf(text: string | Buffer, before = '', behind = '') {
  const path = join(folder, 'source');
  const bytes = Buffer.from(text);
  writeFileSync(path, spoolCipher(key).update(Buffer.concat([Buffer.from(before), bytes, Buffer.from(behind)])));
  const from = Buffer.byteLength(before);
  return { path, key, from, to: from + bytes.length };
}

const write = (text: string | Buffer, schema?: unknown, more: object = {}) =>
  json.write(TENANT, {
    file: fileOf(text),
    schema,
    target,
    maxBytes: 10_000_000,
    maxDepth: 5,
    searchedText: 12,
    ...more,
  });

describe('JSON of a file', () => {
  test('is written as compact JSON, with its digest and its first texts and numbers', async () => {
    const file = fileOf(' { "b": 1.0, "a" : ["one", {"c": "two 漢 three"}], "a\\u0062": null } ', '{"x":', ',"y":1}');
    const found = await json.write(TENANT, { file, target, maxBytes: 1_000, maxDepth: 5, searchedText: 9 });
    const expected = '{"b":1,"a":["one",{"c":"two 漢 three"}],"ab":null}';
    expect(textIn(target)).toBe(expected);
    const bytes = Buffer.byteLength(expected);
    expect(found).toEqual({ ok: true, bytes, digest: hash('sha256', expected), text: '1 one two' });
  });

  test.each([
    ['{"a":[}', { reason: 'malformed' }],
    ['{"a":1} 2', { reason: 'malformed' }],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), { reason: 'malformed' }],
    [`${'['.repeat(6)}${']'.repeat(6)}`, { reason: 'too_deep' }],
    [
      '{"a":{"b":["\\u0000","fine","\\ud800"]}}',
      {
        reason: 'unstorable',
        members: [
          { path: 'a.b.0', reason: 'characters' },
          { path: 'a.b.2', reason: 'characters' },
        ],
      },
    ],
    [
      '{"a":{"__proto__":1,"\\u0000":2}}',
      {
        reason: 'unstorable',
        members: [
          { path: 'a.__proto__', reason: 'unknown' },
          { path: 'a', reason: 'characters' },
        ],
      },
    ],
  ])('is refused: %s', async (text, reason) => expect(await write(text)).toEqual({ ok: false, ...reason }));

  test('beyond its bound is refused', async () => {
    expect(await write('{"a":"12345"}', undefined, { maxBytes: 13 })).toMatchObject({ ok: true, bytes: 13 });
    expect(await write('{"a":"123456"}', undefined, { maxBytes: 13 })).toEqual({ ok: false, reason: 'too_long' });
  });

  test('follows its schema or is told the first place where it does not', async () => {
    const schema = { type: 'object', properties: { n: { type: 'array', items: { type: 'integer' } } } };
    const text = JSON.stringify({ n: Array.from({ length: 200_000 }, (_, i) => i) });
    expect(await write(text, schema)).toMatchObject({ ok: true, bytes: text.length });
    expect(await write(text.replace(',77,', ',"x",'), schema)).toMatchObject({
      ok: false,
      reason: 'invalid',
      fieldErrors: [{ path: 'n.77', keyword: 'type' }],
    });
    expect(await json.check(TENANT, { file: fileOf('{"n":[1]}'), schema })).toEqual({ ok: true });
    expect(await json.check(TENANT, { file: fileOf('{"n":["1"]}'), schema })).toMatchObject({ reason: 'invalid' });
  });

  test('that takes too much memory ends its process and nothing else; the next value is read', async () => {
    const hostile = `[${'{},'.repeat(3_000_000)}{}]`;
    expect(await write(hostile)).toMatchObject({ ok: false, fieldErrors: [{ keyword: 'too_slow' }] });
    expect(await write('{}')).toMatchObject({ ok: true, bytes: 2 });
  });

  test('the values at paths are those that a template names', async () => {
    const file = fileOf('{"a":{"b":[1,{"c":"x"}]},"t":"long text","n":null,"length":3}');
    const paths = ['a.b.1.c', 'a.b.01', 'a.b.length', 'a.b', 'n', 'none.of', 'constructor', 'length'];
    expect(await json.pick(TENANT, file, paths, 1_000)).toEqual({
      ok: true,
      values: [
        ['a.b.1.c', 'x'],
        ['a.b', [1, { c: 'x' }]],
        ['n', null],
        ['length', 3],
      ],
      isCut: false,
    });
  });

  test('a value above the bound is a text that differs where the value does', async () => {
    const picked = async (text: string) =>
      (await json.pick(TENANT, fileOf(JSON.stringify({ text })), ['text'], 100_000))?.values[0]?.[1] as string;
    const [one, other] = [await picked(`${'x'.repeat(200_000)}1`), await picked(`${'x'.repeat(200_000)}2`)];
    expect(one.startsWith('x'.repeat(65_536))).toBe(true);
    expect(one.length).toBeLessThan(66_000);
    expect(one).not.toBe(other);
    expect(await picked(`${'x'.repeat(200_000)}1`)).toBe(one);
  });

  test('a damaged file is no value', async () =>
    expect(await json.pick(TENANT, fileOf('{"a":'), ['a'], 100)).toBeUndefined());

  test.skipIf(process.platform !== 'linux')('a disk that fails says nothing about the value', async () => {
    const directory = { path: folder, key, from: 0, to: 2 };
    const failed = (answer: Promise<unknown>) => expect(answer).rejects.toThrow(StoreUnavailable);
    await failed(write('{"a":1}', undefined, { target: { path: '/dev/full', key } }));
    await failed(json.check(TENANT, { file: directory }));
    await failed(json.pick(TENANT, directory, ['a'], 100));
    await failed(json.pick(TENANT, { ...directory, path: join(folder, 'missing') }, ['a'], 100));
    expect(await write('{"a":1}')).toMatchObject({ ok: true });
  });
});
