import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../src/engine/commands/command-gateway.js';
import { WithdrawGate } from '../../../src/modules/conversations/conversation/domain/conversation.commands.js';
import { CloseMessages } from '../../../src/modules/conversations/message/domain/message.commands.js';
import { client, createConversationType, postMessage } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { commandMeta } from '../../support/given/given.js';

let tidings: Tidings;
let acme: Tenant;
let commands: CommandGateway;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  commands = tidings.app.get<CommandGateway>(COMMAND_GATEWAY as never);
});
afterAll(() => closeAudited(tidings));

const post = (id: string, participant_id = 'client') => postMessage(acme.owner, id, { participant_id });
const meta = (commandId: string) => commandMeta({ tenantId: acme.tenantId, commandId });

describe('an archived conversation', () => {
  test('takes messages again once it is restored, as often as that happens', async () => {
    await acme.conversationWithClient('again');
    for (let round = 1; round <= 3; round++) {
      await acme.owner.mustCall('DELETE', '/conversations/again');
      await acme.owner.mustCall('DELETE', '/conversations/again');
      expect((await post('again')).body.code).toBe('errors.conversation.archived');
      await acme.owner.mustCall('PATCH', '/conversations/again', { archived: false });
      expect((await post('again')).body.sequence).toBe(round);
    }
  });

  test('is restored by a replacement as well', async () => {
    await acme.conversationWithClient('replaced');
    await acme.owner.mustCall('DELETE', '/conversations/replaced');
    const body = { conversation_type_id: 'support', archived: false };
    await acme.owner.mustCall('PUT', '/conversations/replaced', body);
    expect((await post('replaced')).status).toBe(201);
  });

  test('closes no messages where its archiving is refused', async () => {
    await acme.conversationWithClient('refused');
    const headers = { 'if-match': '"7.x"' };
    expect((await acme.owner.call('DELETE', '/conversations/refused', undefined, headers)).status).toBe(412);
    expect((await post('refused')).status).toBe(201);
  });
});

describe('a removed participant', () => {
  test('closes the messages of no other', async () => {
    await acme.conversation('two', { participants: [client('one'), client('other')] });
    await acme.owner.mustCall('DELETE', '/conversations/two/participants/one');
    expect((await post('two', 'one')).body.errors[0]).toMatchObject({ path: 'participant_id' });
    expect((await post('two', 'other')).status).toBe(201);
  });
});

describe('an archiving that broke off after it closed the messages', () => {
  test('is withdrawn by the process manager; until then a post is to be sent again', async () => {
    await acme.conversationWithClient('broken');
    await commands.execute(new CloseMessages('broken', { gate: 'lost' }, meta('close-1')));
    const refused = await post('broken');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    await commands.execute(new WithdrawGate('broken', { gate: 'lost' }, meta('withdraw-1')));
    await expect.poll(async () => (await post('broken')).status).toBe(201);
    await acme.owner.mustCall('DELETE', '/conversations/broken');
    expect((await post('broken')).body.code).toBe('errors.conversation.archived');
  });
});

describe('a type that is looked at by two', () => {
  test('is deleted once nothing uses it, and named by nothing afterwards', async () => {
    await createConversationType(acme.owner, { id: 'short' });
    await acme.conversation('user', { conversation_type_id: 'short' });
    const { status, body } = await acme.owner.call('DELETE', '/conversation-types/short');
    expect([status, body.code, body.details]).toEqual([409, 'errors.conversation_type.in_use', { conversations: 1 }]);
    await acme.owner.mustCall('PUT', '/conversations/user', { conversation_type_id: 'support' });
    await acme.owner.mustCall('DELETE', '/conversation-types/short');
    const again = await acme.owner.call('POST', '/conversations', { id: 'late', conversation_type_id: 'short' });
    expect(again.body.errors[0]).toMatchObject({ path: 'conversation_type_id', code: 'errors.field.reference' });
  });
});
