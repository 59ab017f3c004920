import type { World } from '../../fixtures/world.js';

/** Id of a notification that failed because its text is blank. */
export async function aFailedNotification({ fresh, owner }: World): Promise<string> {
  const id = fresh('blank');
  const parameters = [{ name: 'blank', kind: 'CONVERSATION_DATA', value_path: 'blank' }];
  await owner.mustCall('POST', '/message_templates', {
    name: id,
    kind: 'TEXT',
    texts: { en: '{{ blank }}' },
    parameters,
  });
  const message_templates = { NOTIFY_PARTICIPANTS_VIA_SMS: id };
  const type = { id, conversation_data_list_item_template: '', message_templates };
  await owner.mustCall('POST', '/conversation-types', type);
  const participants = [{ id: 'client', kind: 'CLIENT', display_name: 'Client', phone_number: '+4930222' }];
  await owner.mustCall('POST', '/conversations', { id, conversation_type_id: id, participants });
  const asked = { channels: ['SMS'] };
  const { body } = await owner.mustCall('POST', `/conversations/${id}/participants/notify`, asked);
  return body.notifications[0].id;
}
