import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUPPORT, TEAM } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
const PATH = '/workflows';
const send = { kind: 'SEND_MESSAGE', template_name: 'system_request_location' };
const created = { kind: 'CONVERSATION_CREATED', action: send };
const leaf = (more: object = {}) => ({ kind: 'LEAF', target_identifier: 'a', operator: 'CHANGED', ...more });
const branch = (condition_node: unknown) => ({ condition_node, action: send });
const onChange = (...conditions: readonly unknown[]) => ({
  kind: 'CONVERSATION_DATA_CHANGED',
  branches: conditions.map(branch),
});

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'flows', { types: [SUPPORT, TEAM] });
});
afterAll(() => tidings.close());

const create = (body: object) => acme.owner.call('POST', PATH, { conversation_type_id: 'support', ...body });
const paths = (body: { errors?: { path: string }[] }) => body.errors?.map(({ path }) => path).sort();

describe('a workflow', () => {
  test('is created, read, switched off, replaced, deleted and created again', async () => {
    const trigger = { ...onChange(leaf()), action: send };
    const made = await create({ id: 'life', trigger });
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1${PATH}/life`]);
    expect(made.body).toEqual({
      id: 'life',
      tenant_id: acme.tenantId,
      conversation_type_id: 'support',
      enabled: true,
      trigger,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await acme.owner.call('GET', `${PATH}/life`)).body).toEqual(made.body);
    expect((await create({ id: 'life', trigger })).body.code).toBe('errors.workflow.exists');

    const off = await acme.owner.call('PATCH', `${PATH}/life`, { enabled: false });
    expect([off.body.enabled, off.headers.get('etag')]).toEqual([false, expect.stringMatching(/^"2\./)]);
    expect((await acme.owner.call('PATCH', `${PATH}/life`, { trigger: created })).status).toBe(400);

    const put = { conversation_type_id: 'team', trigger: created };
    const stale = await acme.owner.call('PUT', `${PATH}/life`, put, { 'if-match': made.headers.get('etag') as string });
    expect(stale.status).toBe(412);
    const replaced = await acme.owner.call('PUT', `${PATH}/life`, put);
    expect([replaced.status, replaced.body.enabled, replaced.body.trigger]).toEqual([200, true, created]);

    expect((await acme.owner.call('DELETE', `${PATH}/life`)).status).toBe(204);
    expect((await acme.owner.call('GET', `${PATH}/life`)).body.code).toBe('errors.workflow.not_found');
    expect((await acme.owner.call('DELETE', `${PATH}/life`)).status).toBe(404);
    expect((await acme.owner.call('GET', `${PATH}/life/runs`)).status).toBe(404);
    expect((await acme.owner.call('PUT', `${PATH}/life`, put)).status).toBe(201);
  });
  test('gets an id of the service where none is chosen', async () => {
    const made = await create({ trigger: created });
    expect(made.body.id).toMatch(/^[0-9a-f-]{36}$/);
  });
  test('keeps every kind of condition as it was sent', async () => {
    const not = { kind: 'COMPOUND', operator: 'NOT', children: [leaf({ operator: 'NOT_EXISTS' })] };
    const all = {
      kind: 'COMPOUND',
      operator: 'AND',
      children: [
        not,
        leaf({ operator: 'EQUALS', compare_value: null }),
        leaf({ operator: 'EQUALS', compare_value: { deep: [1, 'a', false] } }),
        {
          kind: 'COMPOUND',
          operator: 'OR',
          children: [leaf({ operator: 'CHANGED_FROM_TO', compare_value: 0, old_value: '' })],
        },
      ],
    };
    expect((await create({ trigger: onChange(all) })).body.trigger).toEqual(onChange(all));
  });
});

describe('a trigger', () => {
  const refused =
    (trigger: unknown, ...expected: readonly string[]) =>
    async () => {
      const { status, body } = await create({ trigger });
      expect([status, paths(body)]).toEqual([
        400,
        expected.map((path) => (path === '' ? 'trigger' : `trigger.${path}`)),
      ]);
    };
  const node = 'branches.0.condition_node';
  const nested = (n: number): object =>
    n === 1 ? leaf() : { kind: 'COMPOUND', operator: 'NOT', children: [nested(n - 1)] };
  const wide = (n: number) => ({ kind: 'COMPOUND', operator: 'OR', children: Array.from({ length: n }, () => leaf()) });

  test('of a creation needs an action', refused({ kind: 'CONVERSATION_CREATED' }, 'action'));
  test(
    'of a creation asks nothing of messages',
    refused({ ...created, message_sequence: 1, participant_kind: 'USER' }, 'message_sequence', 'participant_kind'),
  );
  test(
    'of messages has no branches',
    refused({ ...onChange(leaf()), kind: 'MESSAGE_ADDED_TO_CONVERSATION', action: send }, 'branches'),
  );
  test('of data needs an action or branches', refused({ kind: 'CONVERSATION_DATA_CHANGED' }, 'action'));
  test('NOT has one child', refused(onChange({ ...wide(2), operator: 'NOT' }), `${node}.children`));
  test('OR has a child', refused(onChange(wide(0)), `${node}.children`));
  test('a leaf has a path', refused(onChange(leaf({ target_identifier: 'a..b' })), `${node}.target_identifier`));
  test('EQUALS compares', refused(onChange(leaf({ operator: 'EQUALS' })), `${node}.compare_value`));
  test(
    'EQUALS has no old value',
    refused(onChange(leaf({ operator: 'EQUALS', compare_value: 1, old_value: 2 })), `${node}.old_value`),
  );
  test(
    'CHANGED_FROM_TO needs both',
    refused(onChange(leaf({ operator: 'CHANGED_FROM_TO' })), `${node}.compare_value`, `${node}.old_value`),
  );
  test('CHANGED compares nothing', refused(onChange(leaf({ compare_value: null })), `${node}.compare_value`));
  test(
    'an operator is of its kind',
    refused(
      onChange(leaf({ operator: 'AND' }), { ...wide(1), operator: 'EXISTS' }),
      `${node}.operator`,
      'branches.1.condition_node.operator',
    ),
  );
  test('is no deeper than 16', refused(onChange(nested(17)), `${node}${'.children.0'.repeat(16)}`.slice(0, 192)));
  test('has no more than 200 nodes', refused(onChange(wide(100), wide(99)), 'branches'));
  test('has no more than 50 branches', refused(onChange(...Array(51).fill(leaf())), 'branches'));
  test(
    'is no larger than 64 KiB',
    refused(onChange(leaf({ operator: 'EQUALS', compare_value: 'a'.repeat(66_000) })), ''),
  );
  test(
    'names a template there is',
    refused({ ...created, action: { ...send, template_name: 'nope' } }, 'action.template_name'),
  );
  test(
    'is told all that is wrong with it',
    refused(
      { ...onChange(leaf({ operator: 'X', children: [] })), message_sequence: 0 },
      `${node}.children`,
      `${node}.operator`,
      'message_sequence',
    ),
  );
  test('may be 16 deep, of 200 nodes, of 50 branches', async () => {
    for (const trigger of [onChange(nested(16)), onChange(wide(100), wide(98)), onChange(...Array(50).fill(leaf()))]) {
      expect((await create({ trigger })).status).toBe(201);
    }
  });
  test('is for a type there is', async () => {
    const { body } = await create({ conversation_type_id: 'nope', trigger: created });
    expect(paths(body)).toEqual(['conversation_type_id']);
  });
});

describe('workflows', () => {
  test('are listed in the order asked, of one type, all of them where no limit is given', async () => {
    const globex = await createTenant(tidings, 'globex-flows', { types: [SUPPORT, TEAM] });
    for (const id of ['c', 'a', 'b']) {
      await globex.owner.call('POST', PATH, {
        id,
        conversation_type_id: id === 'a' ? 'team' : 'support',
        trigger: created,
      });
    }
    await globex.owner.call('PATCH', `${PATH}/c`, { enabled: false });
    await globex.owner.call('PUT', `${PATH}/d`, { conversation_type_id: 'support', trigger: created });
    await globex.owner.call('DELETE', `${PATH}/d`);
    const ids = async (query: string) =>
      (await globex.owner.call('GET', `${PATH}?${query}`)).body.workflows.map(({ id }: { id: string }) => id).join('');
    expect(await ids('limit=100')).toBe('cab');
    expect(await ids('direction=DESC')).toBe('bac');
    expect(await ids('sortBy=id')).toBe('abc');
    expect(await ids('sortBy=updated_at')).toBe('abc');
    expect(await ids('conversation_type_id=support')).toBe('cb');
    expect(await ids('limit=1&offset=1')).toBe('a');
    const { body } = await globex.owner.call('GET', PATH);
    expect(body).toMatchObject({ total_elements: 3, has_more: false, limit: 2_147_483_647, offset: 0 });
    const first = (await globex.owner.call('GET', `${PATH}?limit=2`)).body;
    expect(await ids(`limit=2&cursor=${first.next_cursor}`)).toBe('b');
  });
  test('hold on to the templates they name', async () => {
    await acme.owner.call('POST', '/message_templates', { name: 'held', kind: 'TEXT', texts: { en: 'hi' } });
    await create({ id: 'holder', trigger: onChange(leaf()) });
    await acme.owner.call('PUT', `${PATH}/holder`, {
      conversation_type_id: 'support',
      trigger: { ...onChange(leaf()), action: { ...send, template_name: 'held' } },
    });
    expect((await acme.owner.call('DELETE', '/message_templates/held')).body.code).toBe(
      'errors.message_template.in_use',
    );
    await acme.owner.call('DELETE', `${PATH}/holder`);
    expect((await acme.owner.call('DELETE', '/message_templates/held')).status).toBe(204);
  });
});
