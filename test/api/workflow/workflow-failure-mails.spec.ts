import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outboxFiles } from '../../fixtures/notifications.js';
import { createWorkflowTenant, onCreation, type WorkflowTenant } from '../../fixtures/workflows.js';
import { closeApp, startTidings, type Tidings } from '../../support/api.js';
import { isEmbeddedRun } from '../../support/engines.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let acme: WorkflowTenant;

beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://tidings.example' });
  acme = await createWorkflowTenant(tidings, 'acme');
  const parameters = [{ name: 'absent', kind: 'CONVERSATION_DATA', value_path: 'absent' }];
  await acme.owner.mustCall('POST', '/message_templates', {
    name: 'blank',
    kind: 'TEXT',
    texts: { en: '{{ absent }}' },
    parameters,
  });
});
afterAll(() => tidings.close());

const failing = { ...onCreation, action: { kind: 'SEND_MESSAGE', template_name: 'blank' } };
/** Mails to the owner about this workflow, in the order they were sent. */
const mails = (workflowId: string) =>
  [...outboxFiles(tidings)]
    .filter(([name, text]) => name.endsWith('.eml') && text.includes(`Subject: Workflow ${workflowId} failed`))
    .map(([, text]) => text.replace(/=\r?\n/g, '').replace(/=3D/g, '='));
const untilMails = (workflowId: string, count: number) =>
  until(
    async () => mails(workflowId),
    (found) => found.length >= count,
  );
const tenantPatch = (template: string | null) =>
  acme.owner.call('PATCH', '/tenant', { workflow_failed_template: template });

describe('a run that fails', () => {
  test('is mailed to the owners, once an hour a workflow', async () => {
    await acme.workflow('first', failing);
    await acme.workflow('second', failing);
    for (const id of ['c1', 'c2', 'c3']) await acme.conversation(id);
    await acme.untilRuns('first', 3);
    await acme.untilRuns('second', 3);
    const [mail = ''] = await untilMails('first', 1);
    expect(mail).toContain('From: Acme <no-reply@tidings.example>');
    expect(mail).toContain('the workflow first failed:');
    expect(mail).toContain('errors.message_template.blank: ');
    expect(mail).toMatch(/https:\/\/acme\.tidings\.example\/conversations\/c[123]/);
    await untilMails('second', 1);
    expect([mails('first').length, mails('second').length]).toEqual([1, 1]);
    for (const id of ['first', 'second']) await acme.owner.mustCall('DELETE', `/workflows/${id}`);
  });

  test('is told in the text of the tenant, where it names a template', async () => {
    const parameters = [
      { name: 'why', kind: 'ERROR' },
      { name: 'which', kind: 'WORKFLOW_ID' },
    ];
    const texts = { en: 'Ours: {{ which }} because {{ why }}' };
    await acme.owner.mustCall('POST', '/message_templates', { name: 'ours', kind: 'TEXT', texts, parameters });
    expect((await tenantPatch('ours')).body.workflow_failed_template).toBe('ours');
    expect((await acme.owner.mustCall('GET', '/tenant')).body.workflow_failed_template).toBe('ours');
    const inUse = await acme.owner.call('DELETE', '/message_templates/ours');
    expect([inUse.status, Object.keys(inUse.body.details)]).toEqual([409, ['tenants']]);
    await acme.workflow('third', failing);
    await acme.conversation('c4');
    const [mail = ''] = await untilMails('third', 1);
    expect(mail).toContain('Ours: third because errors.message_template.blank');
    expect((await tenantPatch(null)).body).not.toHaveProperty('workflow_failed_template');
    expect((await acme.owner.call('DELETE', '/message_templates/ours')).status).toBe(204);
  });

  test.each([
    ['nobody', 'errors.field.reference'],
    ['system_password_reset', 'errors.field.reference'],
    ['system_request_location', 'errors.field.template_kind'],
  ])('cannot be told by the template %s', async (name, code) => {
    const answer = await tenantPatch(name);
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'workflow_failed_template', code }]]);
  });

  test('is not mailed again when the read models are built anew', async () => {
    if (!isEmbeddedRun()) return;
    const { dataDir } = tidings;
    const before = outboxFiles(tidings).size;
    await closeApp(tidings.app);
    for (const name of readdirSync(dataDir).filter((each) => each.startsWith('read.db'))) rmSync(join(dataDir, name));
    tidings = await startTidings({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://tidings.example' }, dataDir);
    const restarted = acme.owner.at(tidings);
    await restarted.mustCall('POST', '/workflows', { id: 'last', conversation_type_id: 'support', trigger: failing });
    await restarted.mustCall('POST', '/conversations', { id: 'c5', conversation_type_id: 'support' });
    await untilMails('last', 1);
    expect(outboxFiles(tidings).size).toBe(before + 1);
  });
});
