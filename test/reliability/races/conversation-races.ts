import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../fixtures/caller.js';
import { client } from '../../fixtures/conversations.js';
import type { Answer } from '../../support/api.js';
import { bothDone, done, type Field, messagesBehind, type Race, together } from './race.js';

const TEXT = { kind: 'TEXT', text: 'hi', participant_id: 'client' };
const PLACE = { kind: 'LOCATION', location: { latitude: 52.5, longitude: 13.4 }, participant_id: 'client' };

const POSTS = 6;

/** Messages that are posted a millisecond apart while something ends their conversation or their author. */
const postWhile =
  (body: object, ending: string, end: (owner: Caller, conversation: string) => ReturnType<Caller['call']>): Race =>
  async (field, id, round) => {
    const [poster, ender] = field.owners;
    await field.tenant.conversation(id, { participants: [client()] });
    const post = () => poster.call('POST', `/conversations/${id}/messages`, body);
    const posts = async () => {
      const all = Array.from({ length: POSTS }, (_, n) => sleep(n).then(post));
      const answers = await Promise.all(all);
      return answers.find(({ status }) => status >= 500) ?? (answers[0] as Answer);
    };
    const answers = await together(round, posts, () => end(ender, `/conversations/${id}`));
    if (answers.some(({ status }) => status >= 500)) return `${answers[0].status} and ${answers[1].status}`;
    if (!done(answers[1])) return `the end is ${answers[1].status}`;
    return messagesBehind(field, id, ending);
  };

const archive = (owner: Caller, conversation: string) => owner.call('DELETE', conversation);
const removeAuthor = (owner: Caller, conversation: string) =>
  owner.call('DELETE', `${conversation}/participants/client`);

const schemaOf = (member: string) => ({
  type: 'object',
  properties: { [member]: { type: 'string' } },
  required: [member],
  additionalProperties: false,
});

const makeType = (field: Field, id: string, member?: string) =>
  field.tenant.owner.mustCall('POST', '/conversation-types', {
    id,
    conversation_data_list_item_template: '',
    ...(member === undefined ? {} : { conversation_data_schema: schemaOf(member) }),
  });

const narrow = (owner: Caller, type: string) =>
  owner.call('PATCH', `/conversation-types/${type}`, { conversation_data_schema: schemaOf('b') });

const typeUnderConversation: Race = async (field, id, round) => {
  await makeType(field, id);
  const [creator, remover] = field.owners;
  const answers = await together(
    round,
    () => creator.call('POST', '/conversations', { id, conversation_type_id: id }),
    () => remover.call('DELETE', `/conversation-types/${id}`),
  );
  return bothDone(answers);
};

const schemaUnderConversation: Race = async (field, id, round) => {
  await makeType(field, id, 'a');
  const [creator, changer] = field.owners;
  const body = { id, conversation_type_id: id, conversation_data: { a: 'x' } };
  const answers = await together(
    round,
    () => creator.call('POST', '/conversations', body),
    () => narrow(changer, id),
  );
  return bothDone(answers);
};

/** The type allows everything at first, and the conversation has data that follow both schemas. */
const schemaUnderData: Race = async (field, id, round) => {
  await makeType(field, id);
  await field.tenant.conversation(id, { conversation_type_id: id, conversation_data: { b: 'x' } });
  const [writer, changer] = field.owners;
  const answers = await together(
    round,
    () => writer.call('PATCH', `/conversations/${id}`, { conversation_data: { a: 'x' } }),
    () => narrow(changer, id),
  );
  return bothDone(answers);
};

const dataUnderOtherType: Race = async (field, id, round) => {
  const [old, other] = [`${id}-a`, `${id}-b`];
  await makeType(field, old, 'a');
  await makeType(field, other, 'b');
  await field.tenant.conversation(id, { conversation_type_id: old, conversation_data: { a: 'x' } });
  const [writer, mover] = field.owners;
  const path = `/conversations/${id}`;
  const answers = await together(
    round,
    () => writer.call('PATCH', path, { conversation_data: { a: 'y' } }),
    () => mover.call('PUT', path, { conversation_type_id: other, conversation_data: { b: 'x' } }),
  );
  if (answers.some(({ status }) => status >= 500)) return `${answers[0].status} and ${answers[1].status}`;
  const { body } = await field.tenant.owner.mustCall('GET', `${path}?includes=CONVERSATION_DATA`);
  const isOld = body.conversation_type_id === other && 'a' in body.conversation_data;
  return isOld ? 'data of the old type are under the new one' : undefined;
};

export const conversationRaces: Readonly<Record<string, Race>> = {
  'a post and the archiving of its conversation': postWhile(TEXT, 'ConversationArchived', archive),
  'a location whose address is looked up and the archiving': postWhile(PLACE, 'ConversationArchived', archive),
  'a post and the removal of its author': postWhile(TEXT, 'ParticipantLeft', removeAuthor),
  'a new conversation and the deletion of its type': typeUnderConversation,
  'a new conversation and a narrower schema': schemaUnderConversation,
  'new data and a narrower schema': schemaUnderData,
  'data of the old type and another type': dataUnderOtherType,
};
