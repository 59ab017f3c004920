import type { Patch } from '../../../src/kernel/patch.js';
import { streamName } from '../../../src/kernel/stream.js';
import type { Tenant } from '../../../src/modules/tenants/tenant/domain/tenant.resource.js';
import type { Caller } from '../../fixtures/caller.js';
import { bothDone, done, type Field, type Race, together } from './race.js';

const makeTemplate = ({ tenant }: Field, name: string) =>
  tenant.owner.mustCall('POST', '/message_templates', { name, kind: 'TEXT', texts: { en: 'hi' } });

const workflowOf = (conversation_type_id: string, template_name: string) => ({
  conversation_type_id,
  enabled: false,
  trigger: { kind: 'CONVERSATION_CREATED', action: { kind: 'SEND_MESSAGE', template_name } },
});

const makeType = ({ tenant }: Field, id: string) =>
  tenant.owner.mustCall('POST', '/conversation-types', { id, conversation_data_list_item_template: '' });

const typeUnderWorkflow: Race = async (field, id, round) => {
  await makeType(field, id);
  const [creator, remover] = field.owners;
  const answers = await together(
    round,
    () => creator.call('POST', '/workflows', workflowOf(id, 'system_notify_sms')),
    () => remover.call('DELETE', `/conversation-types/${id}`),
  );
  return bothDone(answers);
};

const templateUnderWorkflow: Race = async (field, id, round) => {
  await makeTemplate(field, id);
  const [creator, remover] = field.owners;
  const answers = await together(
    round,
    () => creator.call('POST', '/workflows', workflowOf('support', id)),
    () => remover.call('DELETE', `/message_templates/${id}`),
  );
  return bothDone(answers);
};

const templateUnderType: Race = async (field, id, round) => {
  await makeTemplate(field, id);
  await makeType(field, id);
  const [changer, remover] = field.owners;
  const answers = await together(
    round,
    () =>
      changer.call('PATCH', `/conversation-types/${id}`, { message_templates: { NOTIFY_PARTICIPANTS_VIA_SMS: id } }),
    () => remover.call('DELETE', `/message_templates/${id}`),
  );
  return bothDone(answers);
};

const kindUnderType: Race = async (field, id, round) => {
  await makeTemplate(field, id);
  await makeType(field, id);
  const [changer, replacer] = field.owners;
  const other = { kind: 'REQUEST_LOCATION', texts: { en: 'where?' } };
  const answers = await together(
    round,
    () =>
      changer.call('PATCH', `/conversation-types/${id}`, { message_templates: { NOTIFY_PARTICIPANTS_VIA_SMS: id } }),
    () => replacer.call('PUT', `/message_templates/${id}`, other),
  );
  return bothDone(answers);
};

/** The list item of a type has only values that its schema declares. */
const fieldUnderTemplate: Race = async (field, id, round) => {
  const schemaOf = (...names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  });
  const type = { id, conversation_data_list_item_template: '', conversation_data_schema: schemaOf('a', 'b') };
  await field.tenant.owner.mustCall('POST', '/conversation-types', type);
  const [one, other] = field.owners;
  const change = (owner: Caller, body: object) => owner.call('PATCH', `/conversation-types/${id}`, body);
  const answers = await together(
    round,
    () => change(one, { conversation_data_list_item_template: '{{ a }}' }),
    () => change(other, { conversation_data_schema: schemaOf('b') }),
  );
  return bothDone(answers);
};

/** Both may be done where another round gave the tenant another template between the two. */
const templateUnderTenant: Race = async (field, id, round) => {
  await makeTemplate(field, id);
  const [changer, remover] = field.owners;
  const answers = await together(
    round,
    () => changer.call('PATCH', '/tenant', { workflow_failed_template: id }),
    () => remover.call('DELETE', `/message_templates/${id}`),
  );
  const wrong = bothDone(answers);
  return wrong !== undefined && answers.every(done) && (await wasReplacedFirst(field, id)) ? undefined : wrong;
};

/** Whether the tenant named another template before this one was deleted. */
async function wasReplacedFirst({ log, tenant: { tenantId } }: Field, template: string): Promise<boolean> {
  const eventsOf = (category: string, id: string) =>
    log.readExactly(streamName(category, tenantId, id), { limit: 1_000 });
  const deleted = (await eventsOf('messageTemplate', template)).find(({ type }) => type === 'MessageTemplateDeleted');
  const named = (await eventsOf('tenant', tenantId)).flatMap(({ data, meta }) => {
    const { workflowFailedTemplate } = data as Patch<Tenant>;
    return workflowFailedTemplate === undefined ? [] : [{ name: workflowFailedTemplate, position: meta.position }];
  });
  const next = named[named.findIndex(({ name }) => name === template) + 1];
  return deleted !== undefined && next !== undefined && next.position < deleted.meta.position;
}

export const referenceRaces: Readonly<Record<string, Race>> = {
  'a new workflow and the deletion of its type': typeUnderWorkflow,
  'a new workflow and the deletion of its template': templateUnderWorkflow,
  'a type that names a template and its deletion': templateUnderType,
  'a type that names a template and its change of kind': kindUnderType,
  'a tenant that names a template and its deletion': templateUnderTenant,
  'a list item that names a field and its removal from the schema': fieldUnderTemplate,
};
