import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { type Permission, permissions } from '../../../src/catalogue/permissions/permissions.js';
import { type Policy, type PolicyRow, policies } from '../../../src/catalogue/permissions/policies.js';
import { type RateKind, rateLimits } from '../../../src/catalogue/rates.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type ApiDocument, apiDocument, type Json } from '../../support/openapi/api-document.js';

let tidings: Tidings;
let api: ApiDocument;

beforeAll(async () => {
  tidings = await startTidings();
  api = apiDocument(tidings);
});
afterAll(() => tidings.close());

const isRefusal = (status: string) => Number(status) >= 400;

/** Every answer of every operation: `conversation_read 200` and what is said of it. */
const answers = () =>
  api.operations.flatMap(({ said }) =>
    Object.entries(said.responses as Json).map(([status, response]) => ({
      name: `${said.operationId} ${status}`,
      status,
      response: api.resolved(response),
    })),
  );

describe('who may call', () => {
  const isService = (permission: Permission) => permission.startsWith('service.');

  test('every call is there, but for those of operators', () => {
    const wanted = [...api.calls.values()].filter(({ permission }) => !isService(permission));
    expect(api.operations.map(({ said }) => said.operationId).sort()).toEqual(
      wanted.map(({ operationId }) => operationId).sort(),
    );
  });

  test('every row of the permission table is a call', () => {
    const used = new Set([...api.calls.values()].map(({ permission }) => permission));
    expect(Object.keys(permissions).filter((permission) => !used.has(permission as Permission))).toEqual([]);
  });

  test('roles and credentials are those of the table', () => {
    for (const { said, call } of api.operations) {
      const roles = permissions[call.permission];
      const open = roles === 'public';
      expect(said['x-roles'], call.operationId).toEqual(open ? [] : roles);
      expect(said.security, call.operationId).toEqual(open ? [] : [{ bearer: [] }, { apiKey: [] }]);
      expect('401' in said.responses, call.operationId).toBe(!open);
    }
    const conditional = api.operations.flatMap(({ said }) => Object.entries<string[]>(said['x-policies'] ?? {}));
    for (const [name, roles] of conditional) expect(roles, name).toEqual(policies[name as Policy].roles);
    const named = Object.entries<PolicyRow>(policies).filter(([, { calls }]) => calls.length > 0);
    expect(new Set(conditional.map(([name]) => name))).toEqual(new Set(named.map(([name]) => name)));
    expect(Object.keys(api.document.components.securitySchemes)).toEqual(['bearer', 'apiKey']);
  });
});

describe('how much may be sent', () => {
  test('rate limits are the buckets that a call counts in', () => {
    for (const { said, call } of api.operations) {
      const open = permissions[call.permission] === 'public';
      const buckets: readonly RateKind[] = open
        ? [call.rate ?? 'anonymous']
        : ['tenant', 'credential', ...(call.rate ? [call.rate] : [])];
      const rates = Object.fromEntries(buckets.map((bucket) => [bucket, rateLimits[bucket]]));
      expect(said['x-rate-limits'], call.operationId).toEqual(rates);
    }
  });

  test('a body has its bytes, and no other call has', () => {
    const bytes = new Map(api.operations.map(({ said }) => [said.operationId, said['x-max-body-bytes']]));
    for (const { said } of api.operations)
      expect(bytes.get(said.operationId) !== undefined, said.operationId).toBe(Boolean(said.requestBody));
    expect(bytes.get('message_post')).toBe(limits.bodyBytes);
    for (const id of ['auth_token', 'notification_unsubscribe']) expect(bytes.get(id), id).toBe(limits.formBytes);
    for (const id of ['conversation_create', 'conversation_replace', 'conversation_change'])
      expect(bytes.get(id), id).toBe(limits.conversationDataDefault + limits.bodySlack);
    expect(bytes.get('asset_upload')).toBe(100 * 1_048_576);
  });
});

describe('what may be sent', () => {
  test('a body is required where one is taken, and takes nothing it does not define', () => {
    for (const { said } of api.operations) if (said.requestBody) expect(said.requestBody.required).toBe(true);
    expect(api.requestSchemas().size).toBeGreaterThan(10);
    // RFC 6749 3.2: a form ignores what it does not know.
    // Forms ignore what they do not know: RFC 6749 3.2, and callbacks of SMS providers.
    for (const [name, schema] of api.requestSchemas())
      if (/TokenForm$|^SmsStatus$/.test(name)) expect(schema.additionalProperties, name).toBeUndefined();
      else if (schema.properties) expect(schema.additionalProperties, name).toBe(false);
      else expect(schema.oneOf ?? schema.enum, name).toBeDefined();
  });

  test('what must be there is said to be required', () => {
    const required = (name: string) => (api.document.components.schemas[name].required ?? []).sort();
    expect(required('CreateConversation')).toEqual(['conversation_type_id', 'id']);
    expect(required('CreateConversationType')).toEqual(['conversation_data_list_item_template', 'id']);
    expect(required('SignUp')).toEqual(['tenant_name', 'tenant_subdomain', 'user_email', 'user_password']);
    expect(required('Labels')).toEqual(['labels']);
    expect(required('LockConversation')).toEqual(['lock_expires_at']);
    expect(required('PatchConversation')).toEqual([]);
  });

  const isBounded = ({ type, maxLength, format, pattern, enum: choices, minimum, maximum, maxItems }: Json) => {
    const types = [type].flat();
    const isNumber = types.includes('integer') || types.includes('number');
    const hasLength = maxLength !== undefined || Boolean(format || pattern || choices);
    if (isNumber && (minimum === undefined || maximum === undefined)) return false;
    return !(types.includes('string') && !hasLength) && !(types.includes('array') && maxItems === undefined);
  };

  test('every text, number and list of a body has its limits', () => {
    const all = [...api.requestSchemas()].flatMap(([name, { properties }]) =>
      Object.entries((properties ?? {}) as Json).map(([property, schema]) => ({ name: `${name}.${property}`, schema })),
    );
    expect(all.filter(({ schema }) => !isBounded(api.resolved(schema))).map(({ name }) => name)).toEqual([]);
  });

  test.each(['CreateConversation', 'ReplaceConversation', 'PatchConversation'])(
    '%s says how many characters of conversation_data the contract takes',
    (name) => {
      const { conversation_data } = api.document.components.schemas[name].properties;
      expect(conversation_data['x-max-characters']).toBe(1_073_741_824);
    },
  );

  test('bodies are JSON, the token call’s a form, an upload’s a file, a PATCH may say merge-patch', () => {
    for (const { method, said, call } of api.operations) {
      if (!said.requestBody) continue;
      const wanted = call.form ? ['application/x-www-form-urlencoded'] : [...(call.file ?? ['application/json'])];
      if (method === 'PATCH') wanted.push('application/merge-patch+json');
      expect(Object.keys(said.requestBody.content), call.operationId).toEqual(wanted);
    }
  });

  test.each([
    ['conversation_read', ['If-None-Match']],
    ['conversation_list', []],
    ['conversation_create', ['Idempotency-Key']],
    ['conversation_change', ['If-Match']],
    ['conversation_replace', ['If-Match', 'If-None-Match']],
    ['conversation_delete', ['If-Match']],
    ['conversation_lock', ['Idempotency-Key', 'If-Match']],
    ['conversation_unlock', ['Idempotency-Key', 'If-Match']],
    ['conversation_label_set', ['If-Match', 'If-None-Match']],
    ['message_post', ['Idempotency-Key', 'Prefer']],
    ['auth_token', []],
    ['signup_tenant', ['Idempotency-Key']],
  ])('%s heeds %j', (id, wanted) => {
    const names = api.parameters(api.operation(id), 'header').map(({ name }) => name);
    expect(names).toEqual([...wanted, 'Tidings-Position', 'Accept-Language', 'X-Request-Id']);
  });
});

/** Headers that the answers of every call can have. */
const EVERYWHERE = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Tidings-Lag'];

describe('what is answered', () => {
  test('every answer has a description', () => {
    for (const { name, response } of answers()) expect(response.description, name).toMatch(/^\S/);
  });

  test('every refusal has the error body', () => {
    for (const { name, response } of answers().filter(({ status }) => isRefusal(status))) {
      const { required } = api.resolved(response.content['application/json'].schema.allOf[0]);
      expect(required, name).toEqual(expect.arrayContaining(['code', 'message', 'request_id']));
    }
  });

  test('204, 302 and 304 have no body, other successes have one', () => {
    for (const { name, status, response } of answers().filter((answer) => !isRefusal(answer.status)))
      expect(response.content === undefined, name).toBe(['204', '302', '304'].includes(status));
  });

  test.each([
    ['conversation_read 200', ['Tidings-Position', 'Tidings-As-Of', 'ETag']],
    ['conversation_read 304', ['Tidings-Position', 'Tidings-As-Of', 'ETag']],
    ['conversation_create 201', ['Tidings-Position', 'ETag', 'Location', 'Idempotent-Replayed']],
    ['conversation_delete 204', ['Tidings-Position']],
    ['message_post 201', ['Tidings-Position', 'ETag', 'Location', 'Preference-Applied', 'Idempotent-Replayed']],
    ['message_post 202', ['Tidings-Position', 'ETag', 'Location', 'Idempotent-Replayed']],
    ['conversation_read 401', ['WWW-Authenticate', 'Content-Language']],
    ['conversation_read 503', ['Retry-After', 'Content-Language']],
    ['conversation_read 429', ['Retry-After', 'Content-Language']],
  ])('%s has %j', (name, wanted) => {
    const found = answers().find((answer) => answer.name === name);
    const own = Object.keys(found?.response.headers ?? {}).filter((header) => !EVERYWHERE.includes(header));
    expect(own).toEqual(['X-Request-Id', ...wanted]);
  });
});
