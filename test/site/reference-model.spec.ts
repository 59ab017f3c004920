import { describe, expect, test } from 'vitest';
import { answersOf } from '../../site/src/reference/answers.js';
import { allFields, membersOf, parametersOf } from '../../site/src/reference/fields.js';
import { bytesText, descriptionOf, rateText } from '../../site/src/reference/limits.js';
import { callGroups, type Document, type Operation, type Schema } from '../../site/src/reference/openapi.js';

const text = (more: Schema = {}): Schema => ({ type: 'string', ...more });
const documentOf = (schemas: Readonly<Record<string, Schema>>): Document => ({
  info: { description: '', version: '1' },
  tags: [{ name: 'Messages', description: '' }],
  paths: {},
  webhooks: {},
  components: { schemas, parameters: {}, responses: {}, headers: {} },
});
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const anchorsOf = (schema: Schema, schemas: Readonly<Record<string, Schema>> = {}) =>
  allFields(membersOf(documentOf(schemas), schema, 'body')).map(({ anchor }) => anchor);
const only = (schema: Schema, schemas: Readonly<Record<string, Schema>> = {}) =>
  membersOf(documentOf(schemas), object({ it: schema }), 'body').fields[0]!;

describe('a field', () => {
  test('says its type, bounds and default apart from its sentence', () => {
    const {
      type,
      bounds,
      standard,
      text: said,
    } = only(text({ minLength: 1, maxLength: 4_096, description: 'Text of it. Default: `Team`. Not HTML.' }));
    expect([type, bounds, standard, said]).toEqual([
      'string',
      ['1 to 4,096 characters'],
      '`Team`',
      'Text of it. Not HTML.',
    ]);
    expect(only({ type: ['integer', 'null'], minimum: 1 })).toMatchObject({
      type: 'integer or null',
      bounds: ['at least 1'],
    });
    expect(only({ type: 'integer', minimum: 0, maximum: 2_147_483_647 }).bounds).toEqual([]);
    expect(only({ type: 'integer', minimum: 0, maximum: 10 }).bounds).toEqual(['0 to 10']);
    expect(only({ type: 'array', maxItems: 5, items: text({ maxLength: 3, pattern: '^a' }) })).toMatchObject({
      type: 'list of strings',
      bounds: ['at most 5 items', 'each at most 3 characters'],
      pattern: '^a',
    });
    expect(only({ description: 'Any value.' }).type).toBe('any JSON value');
  });

  test('keeps a default that is a sentence where it stands', () => {
    const description = 'Id of the author. Default: the participant of the caller, created where there is none.';
    expect(only(text({ description }))).toMatchObject({ text: description });
    expect(only(text({ description: 'Limit. Default: 50, for conversations 10.' })).standard).toBe(
      '50, for conversations 10',
    );
    expect(only(text({ description: 'Rate. Default: 1.5.' })).standard).toBe('1.5');
  });

  test('lists its values with their meanings, behind a reference, in a list, and beside null', () => {
    const Colour = {
      enum: ['RED'],
      type: 'string',
      'x-enum-descriptions': ['Danger.'],
      description: 'Colour.\n\n- `RED`: Danger.',
    };
    const values = [{ value: 'RED', meaning: 'Danger.' }];
    const $ref = '#/components/schemas/Colour';
    for (const schema of [{ $ref }, { type: 'array', items: { $ref } }, { anyOf: [{ $ref }, { type: 'null' }] }])
      expect(only(schema, { Colour }).values).toEqual(values);
    expect(only({ $ref, description: 'Beside.' }, { Colour }).text).toBe('Beside.');
    expect(only({ $ref }, { Colour }).text).toBe('Colour.');
  });
});

describe('members', () => {
  test('have the anchors of their path', () => {
    const schema = object({ a: object({ b: text() }), list: { type: 'array', items: object({ c: text() }) } });
    expect(anchorsOf(schema)).toEqual(['body.a', 'body.a.b', 'body.list', 'body.list.c']);
    expect(anchorsOf(object({ map: { type: 'object', additionalProperties: text() } }))).toEqual([
      'body.map',
      'body.map.*',
    ]);
  });

  test('of a schema that contains itself end there', () => {
    const Node = object({ children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } });
    const { fields } = membersOf(documentOf({ Node }), { $ref: '#/components/schemas/Node' }, 'body');
    expect(fields[0]?.members).toEqual({ fields: [], kinds: [], repeats: true });
  });

  test('of a union stand once where every kind has them', () => {
    const kinds = {
      A: object({ kind: { enum: ['A'] }, id: text(), own: text() }, ['kind']),
      B: { ...object({ kind: { enum: ['B'] }, id: text() }, ['kind']), description: 'The second.' },
    };
    const mapping = { A: '#/components/schemas/A', B: '#/components/schemas/B' };
    const union: Schema = {
      oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
      discriminator: { propertyName: 'kind', mapping },
    };
    const { fields, kinds: told } = membersOf(documentOf(kinds), union, 'body');
    expect(fields.map(({ anchor, values }) => [anchor, values.length])).toEqual([
      ['body.kind', 2],
      ['body.id', 0],
    ]);
    const described = { ...kinds, A: { ...kinds.A, description: 'The first.' } };
    expect(fields[0]?.values[0]).toEqual({ value: 'A' });
    expect(membersOf(documentOf(described), union, 'body').fields[0]?.values).toEqual([
      { value: 'A', meaning: 'The first.' },
      { value: 'B', meaning: 'The second.' },
    ]);
    expect(told.map(({ anchor, fields: own }) => [anchor, own.map((field) => field.anchor)])).toEqual([
      ['body.A', ['body.A.own']],
      ['body.B', []],
    ]);
  });

  test('of a union without a discriminator are told apart by a constant, else by the names of the schemas', () => {
    const answered = {
      oneOf: [object({ ok: { const: true }, at: text() }), object({ ok: { const: false }, error: text() })],
    };
    expect(anchorsOf(answered)).toEqual(['body.ok', 'body.true.at', 'body.false.error']);
    const schemas = { Whole: object({ id: text(), email: text() }), Part: object({ id: text() }) };
    const anyOf = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const list = object({ people: { type: 'array', items: { anyOf } } });
    expect(anchorsOf(list, schemas)).toEqual(['body.people', 'body.people.id', 'body.people.Whole.email']);
  });

  test('of parameters have their place, the required ones first', () => {
    const parameters = [
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
      { name: 'q', in: 'query', required: true, schema: text() },
    ] as const;
    expect(parametersOf(documentOf({}), parameters, 'query').map(({ anchor }) => anchor)).toEqual([
      'query.q',
      'query.limit',
    ]);
  });
});

test('an error has the codes of its narrowed schema, with an example', () => {
  const ErrorResponse = object({ code: { enum: ['errors.a', 'errors.b'] }, message: text() });
  const narrowed = object({ code: { enum: ['errors.a'], 'x-enum-descriptions': ['Because.'] } });
  const schema = { allOf: [{ $ref: '#/components/schemas/ErrorResponse' }, narrowed] };
  const operation = {
    responses: {
      204: { description: 'Done.' },
      404: {
        description: 'No.',
        content: { 'application/json': { schema, examples: { a: { value: { code: 'errors.a' } } } } },
      },
    },
  } as unknown as Operation;
  const { good, errors } = answersOf(documentOf({ ErrorResponse }), operation);
  expect(good.map(({ title }) => title)).toEqual(['204 No Content']);
  expect(errors).toMatchObject([
    { title: '404 Not Found', codes: [{ code: 'errors.a', meaning: 'Because.' }], example: { code: 'errors.a' } },
  ]);
});

test('limits are told in words', () => {
  expect([1_048_576, 4_259_840, 1_000, 104_857_600].map(bytesText)).toEqual([
    '1 MiB',
    '4 MiB 64 KiB',
    '1,000 bytes',
    '100 MiB',
  ]);
  expect(rateText({ tenant: 60_000, credential: 30_000 })).toBe(
    '60,000 requests a minute for the tenant, 30,000 for each credential',
  );
  expect(rateText({ token: 600 })).toBe('600 requests a minute for each client address');
  const operation = {
    description: 'It is so. Roles: OWNER. Only OWNER can.',
    'x-roles': ['OWNER'],
  } as unknown as Operation;
  expect(descriptionOf(operation)).toBe('It is so. Only OWNER can.');
});

test('calls stand under their tags, webhooks last', () => {
  const operation = (id: string) => ({ operationId: id, summary: id, tags: ['Messages'], responses: {} });
  const document = {
    ...documentOf({}),
    paths: { '/a': { get: operation('a'), post: operation('b') } },
    webhooks: { 'message.created': { post: operation('w') } },
  };
  expect(callGroups(document).map(({ tag, calls }) => [tag, calls.map(({ id, method }) => `${method} ${id}`)])).toEqual(
    [
      ['Messages', ['GET a', 'POST b']],
      ['Webhook requests', ['POST w']],
    ],
  );
});
