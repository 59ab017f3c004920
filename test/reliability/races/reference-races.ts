import { bothDone, type Field, type Race, together } from './race.js';

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

export const referenceRaces: Readonly<Record<string, Race>> = {
  'a new workflow and the deletion of its type': typeUnderWorkflow,
  'a new workflow and the deletion of its template': templateUnderWorkflow,
  'a type that names a template and its deletion': templateUnderType,
  'a type that names a template and its change of kind': kindUnderType,
};
