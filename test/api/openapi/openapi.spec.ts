import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isEmail } from '../../../src/catalogue/text/email.js';
import { enumValues } from '../../../src/http/openapi/document/enum-values.js';
import { DESCRIBED } from '../../../src/http/openapi/document/schema-descriptions.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type ApiDocument, apiDocument, type Json, within } from '../../support/openapi/api-document.js';

const COMMITTED = new URL('../../../site/public/openapi.json', import.meta.url);
const NO_KEYWORDS = [
  'openapi',
  'info',
  'tags',
  'servers',
  'components',
  'webhooks',
  'paths',
  'example',
  'x-max-characters',
  'discriminator',
  'x-enum-descriptions',
];

/** The schema with references that hold outside of the document. */
const fromOutside = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"tidings#/'));

let tidings: Tidings;
let api: ApiDocument;
let document: Json;

beforeAll(async () => {
  tidings = await startTidings();
  api = apiDocument(tidings);
  document = api.document;
});
afterAll(() => tidings.close());

describe('the OpenAPI file', () => {
  test('is committed as the code says it (npm run openapi)', () =>
    expect(JSON.parse(readFileSync(COMMITTED, 'utf8'))).toEqual(document));

  test('is served', async () => {
    const answer = await tidings.call('GET', '/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual(document);
  });

  test('is of OpenAPI 3.1, with a title, a version and a server', () =>
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Tidings', version: '1.0', license: { name: 'Apache-2.0' } },
      servers: [{ url: '/' }],
    }));

  test('has no reference that leads nowhere', () => {
    const lost = [...within(document)].filter(([, value]) => value.$ref && api.at(value.$ref) === undefined);
    expect(lost.map(([where]) => where)).toEqual([]);
  });

  test('has schemas of JSON Schema 2020-12 to the letter', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: true, allowUnionTypes: true, strictRequired: true });
    addFormats.default(ajv);
    ajv.addFormat('idn-email', isEmail);
    ajv.addVocabulary(NO_KEYWORDS);
    ajv.addSchema({ ...document, $id: 'tidings' }, 'tidings');
    for (const name of Object.keys(document.components.schemas))
      expect(() => ajv.compile({ $ref: `tidings#/components/schemas/${name}` }), name).not.toThrow();
    for (const [name, { content }] of Object.entries<Json>(document.components.responses))
      expect(() => ajv.compile(fromOutside(content['application/json'].schema)), name).not.toThrow();
    for (const { said } of api.operations)
      for (const { name, schema } of said.parameters.map(api.resolved))
        expect(() => ajv.compile(fromOutside(schema)), name).not.toThrow();
  });

  test('gives examples that its schemas take', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addFormat('idn-email', isEmail);
    const examples = [...within(document)].filter(([, value]) => value.example !== undefined && value.type);
    expect(examples.length).toBeGreaterThan(10);
    for (const [where, schema] of examples) expect(ajv.validate(schema, schema.example), where).toBe(true);
  });

  test('describes each schema, and each value of an enum', () => {
    const schemas = Object.entries<Json>(document.components.schemas);
    expect(schemas.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    expect(DESCRIBED.filter((name) => !(name in document.components.schemas))).toEqual([]);
    const enums = schemas.filter(([, schema]) => schema.enum);
    expect(enums.map(([name]) => name).sort()).toEqual(Object.keys(enumValues).sort());
    for (const [name, schema] of enums) {
      expect(schema.enum.toSorted(), name).toEqual(Object.keys(enumValues[name]!.values).sort());
      expect(schema['x-enum-descriptions'], name).toEqual(
        schema.enum.map((each: string) => enumValues[name]!.values[each]),
      );
    }
  });

  test('says what null does and that a member of a PATCH stays if it is left out', () => {
    const said = (schema: string, member: string) => document.components.schemas[schema].properties[member].description;
    expect(said('PatchApiKey', 'name')).toMatch(/ Null removes it\. Default: unchanged\.$/);
    expect(said('PatchConversationType', 'display_name_shared_by_users')).toMatch(
      / Null restores the default: `Team`\. Default: unchanged\.$/,
    );
    expect(said('PatchUser', 'role')).toMatch(/user\. Default: unchanged\.$/);
  });

  test('names and sums up each operation once', () => {
    const ids = api.operations.map(({ said }) => said.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { said } of api.operations)
      expect(said).toMatchObject({
        operationId: expect.stringMatching(/^[a-z_]+$/),
        summary: expect.stringMatching(/^\S.{5,}/),
        tags: [expect.any(String)],
      });
  });

  test('has no two paths that are one', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{[^}]+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('declares each parameter of a path, and no other', () => {
    for (const operation of api.operations) {
      const inPath = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      const declared = api.parameters(operation, 'path');
      expect(declared.map(({ name }) => name)).toEqual(inPath);
      for (const parameter of declared) expect(parameter).toMatchObject({ required: true, schema: { type: 'string' } });
    }
  });

  test('names no parameter twice', () => {
    for (const { said } of api.operations) {
      const names = said.parameters.map(api.resolved).map((each: Json) => `${each.in} ${each.name}`);
      expect(new Set(names).size, said.operationId).toBe(names.length);
    }
  });
});
