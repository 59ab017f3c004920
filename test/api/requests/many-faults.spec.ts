import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_FIELD_ERRORS } from '../../../src/kernel/rejection.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { form } from '../../fixtures/tokens.js';
import { type Ask, startTidings, type Tidings } from '../../support/api.js';

const MANY = MAX_FIELD_ERRORS + 50;

const many = <T>(make: (n: number) => T): readonly T[] => Array.from({ length: MANY }, (_, n) => make(n));
const members = (value: unknown) => Object.fromEntries(many((n) => [`member${n}`, value]));
const placeholders = many((n) => `{{ unknown${n} }}`).join('');
const fields = many((n) => `member${n}=1`).join('&');

const template = { name: 'many', kind: 'TEXT', texts: { en: 'Hello' } };
const parameter = { name: 'one', kind: 'TENANT_NAME', value_path: 'refused.here' };
const type = { id: 'many', conversation_data_list_item_template: '' };
const strict = { ...type, id: 'strict', conversation_data_schema: { additionalProperties: false } };
const action = { kind: 'SEND_MESSAGE', template_name: 'system_request_location' };
/** Its leaves lack what they test. */
const condition = { kind: 'COMPOUND', operator: 'AND', children: many(() => ({ kind: 'LEAF', operator: 'EQUALS' })) };
const trigger = { kind: 'CONVERSATION_DATA_CHANGED', branches: [{ condition_node: condition, action }] };

const TEMPLATES = 'POST /message_templates';
const TYPES = 'POST /conversation-types';
const TOKEN = 'POST /auth/TENANT/oauth2/token';

/** Requests with more faults than are told, and the code of each fault. */
const requests: Readonly<Record<string, readonly [call: string, ask: Ask, code: string]>> = {
  'in the texts of a message template': [
    TEMPLATES,
    { body: { ...template, texts: { en: placeholders } } },
    'parameter',
  ],
  'in the parameters of a message template': [
    TEMPLATES,
    { body: { ...template, parameters: many(() => parameter) } },
    'refused',
  ],
  'in the templates of a conversation type': [
    TYPES,
    { body: { ...type, conversation_data_list_item_template: placeholders } },
    'placeholder',
  ],
  'in the names of a conversation type': [TYPES, { body: { ...type, message_templates: members('a') } }, 'unknown'],
  'in the schema of a conversation type': [
    TYPES,
    { body: { ...type, conversation_data_schema: { properties: members({ minLength: -1 }) } } },
    'schema',
  ],
  'in conversation_data': [
    'POST /conversations',
    { body: { id: 'c1', conversation_type_id: strict.id, conversation_data: members(1) } },
    'schema',
  ],
  'in the conditions of a workflow': [
    'POST /workflows',
    { body: { conversation_type_id: strict.id, enabled: false, trigger } },
    'required',
  ],
  'in a query': [`GET /conversations?${fields}`, {}, 'unknown'],
  'in the query of a call that has none': [`GET /users/me?${fields}`, {}, 'unknown'],
  'in the body of a call that has none': ['POST /webhook-settings/test', { body: members(1) }, 'unknown'],
  'in a form that repeats a field': [TOKEN, form(many((n) => `grant_type=${n}`).join('&')), 'repeated'],
};

describe('at most 100 faults are told', () => {
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings();
    acme = await createTenant(tidings, 'acme', { types: [strict] });
  });
  afterAll(() => tidings.close());

  test.each(Object.entries(requests))('%s', async (_, [call, ask, code]) => {
    const [method = '', path = ''] = call.replace('TENANT', acme.tenantId).split(' ');
    const { status, body } = await tidings.call(method, path, { ...ask, token: acme.owner.token });
    expect([status, body.code]).toEqual([400, 'errors.validation.failed']);
    expect(body.errors).toHaveLength(100);
    expect(body.errors.at(-1).code).toBe(`errors.field.${code}`);
  });
});
