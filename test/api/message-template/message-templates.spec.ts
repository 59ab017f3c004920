import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
const PATH = '/message_templates';
const hello = { kind: 'TEXT', texts: { en: 'Hello' } };
const SYSTEM = [
  'system_notify_email',
  'system_notify_sms',
  'system_password_reset',
  'system_request_location',
  'system_workflow_failed',
];

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'templates');
});
afterAll(() => tidings.close());

const create = (body: object) => acme.owner.call('POST', PATH, { ...hello, ...body });
const fieldErrors = (body: { errors?: { path: string; code: string }[] }) =>
  body.errors?.map(({ path, code }) => [path, code.replace('errors.field.', '')]);
const data = (name: string, value_path: string) => ({ name, kind: 'CONVERSATION_DATA', value_path });

describe('a message template', () => {
  const whole = {
    name: 'life',
    description: 'For life',
    kind: 'TEXT',
    texts: { en: 'Hello {{ who }}, {{now}}', de: 'Hallo {{ who }}' },
    parameters: [data('who', 'customer.name'), { name: 'now', kind: 'CURRENT_TIMESTAMP' }],
  };
  test('is created, read, replaced and deleted under its name, and answered whole', async () => {
    const made = await create(whole);
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1${PATH}/life`]);
    const kept = { ...whole, tenant_id: acme.tenantId, is_system_template: false };
    expect(made.body).toEqual({ ...kept, created_at: made.body.created_at, updated_at: made.body.created_at });
    const read = await acme.owner.call('GET', `${PATH}/life`);
    expect([read.body, read.headers.get('etag')]).toEqual([made.body, made.headers.get('etag')]);
    const replaced = await acme.owner.call('PUT', `${PATH}/life`, { ...hello, name: 'life' });
    expect([replaced.status, replaced.headers.get('location')]).toEqual([200, null]);
    expect(replaced.body).toMatchObject({ texts: { en: 'Hello' }, parameters: [], created_at: made.body.created_at });
    expect(replaced.body).not.toHaveProperty('description');
    expect((await acme.owner.call('DELETE', `${PATH}/life`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await acme.owner.call(method, `${PATH}/life`);
      expect([status, body.code]).toEqual([404, 'errors.message_template.not_found']);
    }
    const again = await acme.owner.call('PUT', `${PATH}/life`, whole);
    expect([again.status, again.headers.get('location')]).toEqual([201, `/api/v1${PATH}/life`]);
  });
  test('has a name of its own', async () => {
    await create({ name: 'twice' });
    const { status, body } = await create({ name: 'twice' });
    expect([status, body.code]).toEqual([409, 'errors.message_template.exists']);
  });
  test('needs name, kind and texts', async () => {
    const { body } = await acme.owner.call('POST', PATH, {});
    expect(fieldErrors(body)?.sort()).toEqual([
      ['kind', 'required'],
      ['name', 'required'],
      ['texts', 'required'],
    ]);
  });
  test('is replaced only as it was seen', async () => {
    const { headers } = await create({ name: 'seen' });
    const match = { 'if-match': headers.get('etag') as string };
    expect((await acme.owner.call('PUT', `${PATH}/seen`, { ...hello, kind: 'REQUEST_LOCATION' }, match)).status).toBe(
      200,
    );
    expect((await acme.owner.call('PUT', `${PATH}/seen`, hello, match)).status).toBe(412);
    expect((await acme.owner.call('DELETE', `${PATH}/seen`, undefined, match)).status).toBe(412);
  });
  test('of another tenant is not there, and its name is free', async () => {
    await create({ name: 'mine' });
    const other = await createTenant(tidings, 'elsewhere');
    expect((await other.owner.call('GET', `${PATH}/mine`)).status).toBe(404);
    expect((await other.owner.call('DELETE', `${PATH}/mine`)).status).toBe(404);
    expect((await other.owner.call('POST', PATH, { ...hello, name: 'mine' })).status).toBe(201);
    expect((await other.owner.call('GET', PATH)).body.total_elements).toBe(6);
  });
});

describe('what a template may say', () => {
  const parameter = { name: 'a', kind: 'APP_URL' };
  test.each<[string, object, [string, string][]]>([
    ['a name that is no id', { name: '-a' }, [['name', 'pattern']]],
    ['a name of 51 characters', { name: 'a'.repeat(51) }, [['name', 'length']]],
    ['another kind', { kind: 'IMAGE' }, [['kind', 'choice']]],
    ['no text', { texts: {} }, [['texts', 'empty']]],
    ['an empty text', { texts: { en: '' } }, [['texts.en', 'length']]],
    ['too long a text', { texts: { de: 'ä'.repeat(4097) } }, [['texts.de', 'length']]],
    ['another language', { texts: { en: 'x', fr: 'x' } }, [['texts.fr', 'unknown']]],
    ['texts in a list', { texts: ['x'] }, [['texts', 'type']]],
    [
      'a placeholder that nobody names',
      { texts: { en: '{{ a }}', de: '{{ b }}' }, parameters: [parameter] },
      [['texts.de', 'parameter']],
    ],
    ['a path as placeholder', { texts: { en: '{{ a.b }}' }, parameters: [parameter] }, [['texts.en', 'parameter']]],
    [
      'logic',
      { texts: { en: '{{#if a}}x{{/if}}' }, parameters: [parameter] },
      [
        ['texts.en', 'parameter'],
        ['texts.en', 'parameter'],
      ],
    ],
    ['a brace left open', { texts: { en: 'x {{ a' }, parameters: [parameter] }, [['texts.en', 'parameter']]],
    [
      'a parameter named with a hyphen',
      { parameters: [{ ...parameter, name: 'a-b' }] },
      [['parameters.0.name', 'pattern']],
    ],
    [
      'a parameter that begins with a digit',
      { parameters: [{ ...parameter, name: '1a' }] },
      [['parameters.0.name', 'pattern']],
    ],
    [
      'a parameter of 51 characters',
      { parameters: [{ ...parameter, name: 'a'.repeat(51) }] },
      [['parameters.0.name', 'length']],
    ],
    ['a parameter twice', { parameters: [parameter, parameter] }, [['parameters.1.name', 'repeated']]],
    ['another kind of parameter', { parameters: [{ name: 'a', kind: 'SCRIPT' }] }, [['parameters.0.kind', 'choice']]],
    [
      '51 parameters',
      { parameters: Array.from({ length: 51 }, (_, i) => ({ ...parameter, name: `a${i}` })) },
      [['parameters', 'count']],
    ],
    [
      'data from nowhere',
      { parameters: [{ name: 'a', kind: 'CONVERSATION_DATA' }] },
      [['parameters.0.value_path', 'required']],
    ],
    [
      'a path for another kind',
      { parameters: [{ ...parameter, value_path: 'a' }] },
      [['parameters.0.value_path', 'refused']],
    ],
    ['an expression for a path', { parameters: [data('a', 'a[0]')] }, [['parameters.0.value_path', 'pattern']]],
    ['a path to the prototype', { parameters: [data('a', 'a.__proto__.b')] }, [['parameters.0.value_path', 'pattern']]],
    ['an empty path', { parameters: [data('a', '')] }, [['parameters.0.value_path', 'length']]],
    ['that it is of the service', { is_system_template: true }, [['is_system_template', 'unknown']]],
    [
      'all of it at once',
      { name: '', kind: 'X', texts: { en: '{{ b }}' }, parameters: [data('a', '.')] },
      [
        ['kind', 'choice'],
        ['name', 'length'],
        ['parameters.0.value_path', 'pattern'],
        ['texts.en', 'parameter'],
      ],
    ],
  ])('%s is refused where it stands', async (_, more, expected) => {
    const { status, body } = await create({ name: 'wrong', ...more });
    expect([status, fieldErrors(body)?.sort()]).toEqual([400, expected]);
    expect((await acme.owner.call('GET', `${PATH}/wrong`)).status).toBe(404);
  });
  test('what is wrong many times is told once, and not at length', async () => {
    const texts = { en: '{{ x y }} '.repeat(300), de: `{{ ${'a'.repeat(4000)} }}` };
    const { status, body } = await create({ name: 'wrong', texts });
    expect([status, body.errors.map(({ details }: { details: object }) => details)]).toEqual([
      400,
      [{ placeholder: '{{ x y }}' }, { placeholder: 'a'.repeat(50) }],
    ]);
  });
  test('a name in the body of a replacement is the one in the path', async () => {
    const { status, body } = await acme.owner.call('PUT', `${PATH}/path`, { ...hello, name: 'body' });
    expect([status, fieldErrors(body)]).toEqual([400, [['name', 'mismatch']]]);
    expect(fieldErrors((await acme.owner.call('PUT', `${PATH}/-path`, hello)).body)).toEqual([['name', 'pattern']]);
  });
  test('4,096 characters, 50 parameters, one that is not used, and inherited names are fine', async () => {
    const texts = { en: '😀'.repeat(4096), de: '{{ constructor }} {{_a1}}' };
    const many = Array.from({ length: 47 }, (_, i) => ({ ...parameter, name: `unused_${i}` }));
    const named = ['constructor', '_a1', 'a'.repeat(50)].map((name) => ({ ...parameter, name }));
    const { status, body } = await create({ name: 'a'.repeat(50), texts, parameters: [...many, ...named] });
    expect([status, body.texts, body.parameters.length]).toEqual([201, texts, 50]);
  });
});

describe('the templates of the service', () => {
  test('are there for every tenant, in English and German', async () => {
    const { body } = await acme.owner.call('GET', `${PATH}?includes=TEXTS`);
    const shipped = body.message_templates.filter((each: { is_system_template: boolean }) => each.is_system_template);
    expect(shipped.map(({ name }: { name: string }) => name)).toEqual(SYSTEM);
    for (const { texts } of shipped) expect(Object.keys(texts).sort()).toEqual(['de', 'en']);
    const one = await acme.owner.call('GET', `${PATH}/system_request_location`);
    expect(one.body).toMatchObject({ kind: 'REQUEST_LOCATION', is_system_template: true, tenant_id: acme.tenantId });
  });
  test.each(SYSTEM)('%s stays as it is', async (name) => {
    for (const method of ['PUT', 'DELETE']) {
      const { status, body } = await acme.owner.call(method, `${PATH}/${name}`, method === 'PUT' ? hello : undefined);
      expect([status, body.code]).toEqual([403, 'errors.message_template.is_system']);
    }
    expect((await acme.owner.call('PUT', `${PATH}/${name}`, { kind: 'NOPE' })).status).toBe(403);
    const { status, body } = await create({ name });
    expect([status, body.code]).toEqual([409, 'errors.message_template.exists']);
    expect((await acme.owner.call('GET', `${PATH}/${name}`)).body.texts).not.toEqual(hello.texts);
  });
});
