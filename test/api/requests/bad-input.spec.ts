import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyLimitFor } from '../../../src/http/request/requests.js';
import { REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { createWorld, type World } from '../../fixtures/world.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type ApiDocument, apiDocument, type Json } from '../../support/openapi/api-document.js';
import {
  checkAll,
  expectError,
  fieldErrorsOf,
  type GoodCall,
  goodCall,
  headOf,
  reportsField,
} from '../../support/openapi/good-call.js';
import { sampleCalls } from '../../support/openapi/sample-calls.js';
import { allWrong, badBodies, badQueries } from './bad-values.js';

/** Small, so that bodies of conversation writes need not be large to be too large. */
const DATA_MAX = 70_000;
const MIB = 1_048_576;

const tidings: Tidings = await startTidings({
  ...REACHES_LOOPBACK,
  CONVERSATION_DATA_MAX_CHARS: String(DATA_MAX),
  RATE_LIMITS: 'reset=6000,visitor=6000',
});
const api: ApiDocument = apiDocument(tidings);
const withBody = api.operations.filter(({ said, call }) => said.requestBody && !call.form && !call.file);
let world: World;

beforeAll(async () => {
  world = await createWorld(tidings, 'pluto');
});
afterAll(() => tidings.close());

/** Nothing of what the check does may change anything. */
async function refused(operation: string, check: (call: GoodCall) => Promise<void>): Promise<void> {
  const call = await goodCall(tidings, world, operation);
  await check(call);
  expect(await headOf(tidings), 'something was changed').toBe(call.before);
}

const schemaOf = (operation: string) => {
  const { said } = api.operation(operation);
  return api.flat((Object.values(said.requestBody.content)[0] as Json).schema);
};

describe.each(withBody.map(({ said }) => said.operationId as string))('the body of %s', (operation) => {
  test('is refused for each thing that is wrong with it, by its path', () =>
    refused(operation, async ({ good, send }) => {
      await checkAll(badBodies(api, schemaOf(operation), good), async ({ what, path, code, body }) => {
        const answer = await send({ body });
        expectError(answer, 400, 'errors.validation.failed', `${path}: ${what}`);
        expect(reportsField(answer, path, code), `${path}: ${what}: ${answer.text}`).toBe(true);
      });
    }));

  test('is told all that is wrong with it', () =>
    refused(operation, async ({ send }) => {
      const { body, paths } = allWrong(schemaOf(operation));
      const answer = await send({ body });
      expectError(answer, 400, 'errors.validation.failed', 'all');
      expect(paths.filter((path) => !reportsField(answer, path))).toEqual([]);
    }));

  const deep = (n: number) => `{"x":${'['.repeat(n)}${']'.repeat(n)}}`;
  const malformed: Readonly<Record<string, string | Uint8Array>> = {
    'half an object': '{',
    'half a list': '[[',
    'a word': 'nul',
    'a comma too many': '{"a":1,}',
    'single quotes': "{'a':1}",
    'something behind it': '{}{}',
    'a comment': '{}//',
    NaN: '{"a":NaN}',
    'a raw line break in a text': '{"a":"\n"}',
    'half a text': '{"a":"',
    'no UTF-8': Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    UTF16: Uint8Array.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
    'spaces alone': '  ',
    '65 deep': deep(64),
    '20000 deep': deep(20_000),
    '20000 lists': '['.repeat(20_000),
  };
  test('is JSON', () =>
    refused(operation, async ({ send }) => {
      await checkAll(Object.entries(malformed), async ([what, raw]) =>
        expectError(await send({ raw }), 400, 'errors.body.malformed', what),
      );
      const noObjects = ['', 'null', '[]', '7', '"text"', 'true', '[{}]'];
      await checkAll(noObjects, async (raw) => expectError(await send({ raw }), 400, 'errors.validation.failed', raw));
    }));

  test('names no prototype', () =>
    refused(operation, async ({ good, send }) => {
      const raw = JSON.stringify({ ...good, a: 1 });
      for (const [key, path] of [
        ['"__proto__":{"a":1}', '__proto__'],
        ['"x":{"__proto__":1}', 'x.__proto__'],
      ] as const) {
        const answer = await send({ raw: `{${key},${raw.slice(1)}` });
        expectError(answer, 400, 'errors.validation.failed', path);
        expect(reportsField(answer, path, 'errors.field.unknown')).toBe(true);
      }
    }));

  test('is of a type and a size that is taken', () =>
    refused(operation, async ({ call: { method }, good, send }) => {
      const raw = JSON.stringify(good);
      const types = [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ];
      types.push('application/json; charset=latin1', 'application/jsonx', 'json', ';', 'application/json-patch+json');
      if (method !== 'PATCH') types.push('application/merge-patch+json');
      await checkAll(types, async (type) =>
        expectError(
          await send({ raw, headers: { 'content-type': type } }),
          415,
          'errors.content_type.unsupported',
          type,
        ),
      );
      await checkAll(['gzip', 'br', 'deflate', 'nonsense'], async (encoding) =>
        expectError(
          await send({ raw, headers: { 'content-encoding': encoding } }),
          415,
          'errors.content_type.unsupported',
          encoding,
        ),
      );
      const route = api.operation(operation).path.replaceAll(/\{(\w+)\}/g, ':$1');
      const most = bodyLimitFor(method, route, DATA_MAX + 65_536) ?? MIB;
      expectError(await send({ raw: ' '.repeat(most + 1) }), 413, 'errors.body.too_large', 'one byte too many');
    }));
});

describe.each(Object.keys(sampleCalls))('%s', (operation) => {
  test('takes no query that it does not define', () =>
    refused(operation, async ({ send }) => {
      await checkAll(['never_heard_of', '__proto__', 'constructor', 'limit[]', 'limit[a]', '0'], async (name) => {
        const answer = await send({}, `?${encodeURIComponent(name)}=1`);
        expectError(answer, 400, 'errors.validation.failed', name);
        expect(reportsField(answer, name, 'errors.field.unknown'), `${name}: ${answer.text}`).toBe(true);
      });
    }));

  test('takes no parameter that is not what it must be', () =>
    refused(operation, async ({ send }) => {
      const parameters = api.operation(operation) ? api.parameters(api.operation(operation), 'query') : [];
      const bad = parameters.flatMap((said) => [...badQueries(said)].map((one) => [said.name, ...one] as const));
      await checkAll(bad, async ([name, what, query]) => {
        const answer = await send({}, `?${query}`);
        expectError(answer, 400, 'errors.validation.failed', `${what} ${query}`);
        expect(reportsField(answer, name), `${what} ${query}: ${answer.text}`).toBe(true);
      });
    }));

  test('takes no body where it asks for none', () =>
    refused(operation, async ({ call, path, send }) => {
      if (call.body || call.file || call.method === 'GET') return;
      expectError(await send({ raw: '{"a":' }), 400, 'errors.body.malformed', path);
      expectError(await send({ raw: '[]' }), 400, 'errors.validation.failed', path);
      const answer = await send({ body: { a: 1, b: { c: 2 } } });
      expectError(answer, 400, 'errors.validation.failed', path);
      expect(fieldErrorsOf(answer).map((fault) => fault.path)).toEqual(['a', 'b']);
    }));
});
