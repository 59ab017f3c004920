import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointsOf } from '../../../src/http/request/endpoints.js';
import { createWorld, tracesOf, type World } from '../../fixtures/world.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';
import { tenantLog } from '../../support/given/tenant-log.js';
import { apiDocument, type Json } from '../../support/openapi/api-document.js';
import { sampleCalls } from '../../support/openapi/sample-calls.js';
import { NO_REFERENCE, type Reference, type Referent, references } from './references.js';

const UUID = '0190a0a0-0000-7000-8000-00000000000';

let tidings: Tidings;
let pluto: World;
let zeta: World;
let before: string;
beforeAll(async () => {
  tidings = await startTidings();
  pluto = await createWorld(tidings, 'pluto');
  zeta = await createWorld(tidings, 'zeta');
  before = await tenantLog(tidings, pluto.tenantId);
});
afterAll(() => tidings.close());

/** Ids of the other tenant, and ids of the same form that nothing has. */
const foreignIds = ({ ids }: World): Readonly<Record<Referent, string>> => ({
  type: ids.type,
  user: ids.user,
  participant: ids.client,
  conversation: ids.open,
  template: ids.template,
});
const absentIds: Readonly<Record<Referent, string>> = {
  type: 'never-type',
  user: `${UUID}1`,
  participant: 'never-client',
  conversation: 'never-case',
  template: 'never-template',
};

/** Members of a body that may refer to something, by path. */
function* membersOf(schema: Json, resolved: (value: Json) => Json, path = '', depth = 0): Generator<string> {
  const { properties = {}, items, oneOf = [], allOf = [] } = resolved(schema);
  if (depth > 8) return;
  for (const each of [...oneOf, ...allOf]) yield* membersOf(each, resolved, path, depth + 1);
  if (items) yield* membersOf(items, resolved, `${path}0.`, depth + 1);
  for (const [name, member] of Object.entries<Json>(properties)) {
    if (/(^|_)(id|ids|by|name|templates?)$/.test(name)) yield path + name;
    yield* membersOf(member, resolved, `${path}${name}.`, depth + 1);
  }
}

test('the table holds every reference in a body', () => {
  const { operations, resolved } = apiDocument(tidings);
  const found = operations.flatMap(({ said }) => {
    const schema = said.requestBody?.content['application/json']?.schema;
    return schema ? [...membersOf(schema, resolved)].map((path) => `${said.operationId} ${path}`) : [];
  });
  const wanted = found.filter((name) => !NO_REFERENCE.some((pattern) => pattern.test(name)));
  expect([...new Set(wanted)].sort()).toEqual(Object.keys(references).sort());
});

async function send(operation: string, { path, body }: Reference, value: string): Promise<Answer> {
  const { method } = endpointsOf(tidings.app).get(operation) ?? {};
  const at = path?.(zeta) ?? (await sampleCalls[operation]!(zeta, zeta.owner)).path;
  return zeta.owner.call(String(method), at, body(value, zeta));
}

test.each(Object.keys(references))('%s answers of another tenant as of nothing', async (name) => {
  const reference = references[name] as Reference;
  const [operation = ''] = name.split(' ');
  const [foreign, absent] = [foreignIds(pluto)[reference.of], absentIds[reference.of]];
  const answers = [await send(operation, reference, foreign), await send(operation, reference, absent)];
  const [one, other] = answers.map(({ status, body }) =>
    JSON.stringify([status, { ...body, request_id: '' }])
      .replaceAll(foreign, '…')
      .replaceAll(absent, '…'),
  );
  expect(one).toBe(other);
  if (operation === 'conversation_by_ids') expect(answers[0]?.body.conversations).toEqual([]);
  else expect(answers[0]?.body.errors).toMatchObject([{ code: 'errors.field.reference' }]);
  for (const trace of tracesOf(pluto).filter((each) => each !== foreign)) expect(answers[0]?.text).not.toContain(trace);
});

const lists = ['/users', '/conversations', '/message_templates', '/conversation-types', '/workflows', '/api-keys'];

test.each(lists)('a cursor of another tenant shows nothing of it in %s', async (path) => {
  await pluto.newKey();
  await pluto.owner.call('POST', '/conversation-types', {
    id: pluto.fresh('type'),
    conversation_data_list_item_template: '',
  });
  const { body } = await pluto.owner.mustCall('GET', `${path}?limit=1`);
  if (path !== '/workflows') expect(body.next_cursor).toEqual(expect.any(String));
  const answer = await zeta.owner.call('GET', `${path}?limit=1000&cursor=${body.next_cursor ?? 'x'}`);
  expect([200, 400]).toContain(answer.status);
  for (const trace of [...tracesOf(pluto), 'pluto-']) expect(answer.text).not.toContain(trace);
});

test('the log of the other tenant lost and changed nothing', async () =>
  expect((await tenantLog(tidings, pluto.tenantId)).startsWith(before)).toBe(true));
