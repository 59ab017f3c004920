import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WorkflowRunner } from '../../../src/modules/automation/workflow/application/workflow-runner.service.js';
import { client, postMessage } from '../../fixtures/conversations.js';
import {
  createWorkflowTenant,
  leaf,
  notifyParticipants,
  onCreation,
  onData,
  onMessage,
  sendMessage,
  type WorkflowTenant,
} from '../../fixtures/workflows.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let acme: WorkflowTenant;
let n = 0;

beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'fatal' });
});
afterAll(() => tidings.close());

const fresh = async () => {
  acme = await createWorkflowTenant(tidings, `texts-${++n}`);
  return acme;
};
const status = (value: string) => ({ conversation_data: { order: { status: value } } });
const change = (id: string, data: object) => acme.owner.mustCall('PATCH', `/conversations/${id}`, data);
const template = (name: string, en: string, ...parameters: readonly object[]) =>
  acme.owner.mustCall('POST', '/message_templates', { name, kind: 'TEXT', texts: { en }, parameters });
const statusOf = { name: 'status', kind: 'CONVERSATION_DATA', value_path: 'order.status' };
const whileTheRunnerRests = async (work: () => Promise<unknown>) => {
  const runner = tidings.app.get(WorkflowRunner);
  runner.close();
  await work();
  runner.start();
};
const mails = () => {
  const folder = join(tidings.dataDir, 'outbox');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
};

describe('the text of a workflow', () => {
  test('has the data of its event, whatever they have become since', async () => {
    await fresh();
    const paid = leaf('order.status', 'EQUALS', { compare_value: 'paid' });
    await acme.workflow('send', onData({ branches: [{ condition_node: paid, action: sendMessage }] }));
    await acme.workflow('tell', onData({ branches: [{ condition_node: paid, action: notifyParticipants }] }));
    await acme.workflow('message', onMessage({ participant_kind: 'CLIENT' }));
    await acme.workflow('opened', onCreation);
    await whileTheRunnerRests(async () => {
      await acme.conversation('c1', { ...status('new'), participants: [client('k', { email: 'texts@example.org' })] });
      await change('c1', status('paid'));
      await postMessage(acme.owner, 'c1', { participant_id: 'k' });
      await change('c1', status('refunded'));
    });
    for (const id of ['send', 'tell', 'message', 'opened']) await acme.untilRuns(id, 1);
    const texts = (await acme.texts('c1')).toSorted();
    expect(texts).toEqual(['Shipped: new by opened', 'Shipped: paid by message', 'Shipped: paid by send', 'hi']);
    const mail = await until(() => mails().find((each) => each.includes('texts@example.org')));
    expect(mail).toContain('Shipped: paid by tell');
  });

  test('names in its run the placeholders without a value', async () => {
    await fresh();
    await acme.workflow('send', onCreation);
    await acme.workflow('tell', { ...onCreation, action: notifyParticipants });
    await acme.conversation('c1', { participants: [client()] });
    const runs = [...(await acme.untilRuns('send', 1)), ...(await acme.untilRuns('tell', 1))];
    expect(runs.map(({ status, missing }) => [status, missing])).toEqual([
      ['DONE', ['status']],
      ['DONE', ['status']],
    ]);
    await acme.conversation('c2', { ...status('new'), participants: [client()] });
    const [whole] = [...(await acme.untilRuns('send', 2)), ...(await acme.untilRuns('tell', 2))];
    expect(whole).not.toHaveProperty('missing');
  });

  test('that comes out blank fails the run, and nothing is sent', async () => {
    await fresh();
    await template('blank', ' {{ status }} ', statusOf);
    for (const kind of ['SEND_MESSAGE', 'NOTIFY_PARTICIPANTS']) {
      await acme.workflow(kind, { ...onCreation, action: { kind, template_name: 'blank' } });
    }
    await acme.conversation('c1', { participants: [client()] });
    for (const id of ['SEND_MESSAGE', 'NOTIFY_PARTICIPANTS']) {
      const [run] = await acme.untilRuns(id, 1);
      expect(run).toMatchObject({
        status: 'FAILED',
        error: { code: 'errors.message_template.blank' },
        missing: ['status'],
      });
    }
    expect(await acme.messages('c1')).toEqual([]);
  });

  test('shows nothing for ERROR where no failure caused it, and does not call it missing', async () => {
    await fresh();
    await template('failure', 'It failed: <{{ what }}>', { name: 'what', kind: 'ERROR' });
    await acme.workflow('flow', { ...onCreation, action: { ...sendMessage, template_name: 'failure' } });
    await acme.conversation('c1');
    const [run] = await acme.untilRuns('flow', 1);
    expect([await acme.texts('c1'), run.missing]).toEqual([['It failed: <>'], undefined]);
  });
});

describe('a workflow names', () => {
  const dataSchema = {
    type: 'object',
    properties: { order: { type: 'object', properties: { status: { type: 'string' } }, additionalProperties: false } },
  };
  const typed = (id: string, schema: object = dataSchema) =>
    acme.owner.mustCall('POST', '/conversation-types', {
      id,
      conversation_data_list_item_template: '',
      conversation_data_schema: schema,
    });
  const body = (type: string, ...targets: readonly string[]) => ({
    conversation_type_id: type,
    trigger: onData({
      branches: targets.map((target) => ({
        condition_node: { kind: 'COMPOUND', operator: 'NOT', children: [leaf(target, 'EXISTS')] },
        action: sendMessage,
      })),
    }),
  });

  test('no path that the schema of its type rules out', async () => {
    await fresh();
    await typed('closed');
    const refused = body('closed', 'order.status', 'order.other', 'order.status.deeper', 'undeclared.path');
    for (const [method, path] of [
      ['POST', '/workflows'],
      ['PUT', '/workflows/flow'],
    ] as const) {
      const { status, body: told } = await acme.owner.call(method, path, refused);
      expect([status, told.errors]).toMatchObject([
        400,
        [1, 2].map((branch) => ({
          path: `trigger.branches.${branch}.condition_node.children.0.target_identifier`,
          code: 'errors.field.excluded_path',
        })),
      ]);
    }
    const fine = await acme.owner.call('PUT', '/workflows/flow', body('closed', 'order.status', 'undeclared.path'));
    expect(fine.status).toBe(201);
    expect((await acme.owner.call('POST', '/workflows', body('support', 'order.other'))).status).toBe(201);
  });

  test('a type, which is not deleted while it does', async () => {
    await fresh();
    await typed('named');
    await acme.owner.mustCall('PUT', '/workflows/flow', body('named', 'order.status'));
    const { status, body: told } = await acme.owner.call('DELETE', '/conversation-types/named');
    expect([status, told.code]).toEqual([409, 'errors.conversation_type.in_use']);
    await acme.owner.mustCall('DELETE', '/workflows/flow');
    expect((await acme.owner.call('DELETE', '/conversation-types/named')).status).toBe(204);
  });

  test('no template that carries a secret, and neither does a type', async () => {
    await fresh();
    const name = 'system_password_reset';
    const trigger = { ...onCreation, action: { ...sendMessage, template_name: name } };
    const flow = await acme.owner.call('POST', '/workflows', { conversation_type_id: 'support', trigger });
    expect([flow.status, flow.body.errors[0].path]).toEqual([400, 'trigger.action.template_name']);
    const type = await acme.owner.call('PATCH', '/conversation-types/support', {
      message_templates: { NOTIFY_PARTICIPANTS_VIA_EMAIL: name },
    });
    expect([type.status, type.body.errors[0].path]).toEqual([400, 'message_templates.NOTIFY_PARTICIPANTS_VIA_EMAIL']);
  });
});
