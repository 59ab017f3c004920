import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import { streamName } from '../../../src/kernel/stream.js';
import { messageTemplate } from '../../../src/modules/reach/message-template/domain/message-template.resource.js';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { commandMeta } from '../../support/given/given.js';
import { holdReadModel } from '../../support/given/paused-read-model.js';

let tidings: Tidings;
let acme: Tenant;
const PATH = '/message_templates';
const TYPES = '/conversation-types';
const item = { conversation_data_list_item_template: '' };

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'usage');
});
afterAll(() => tidings.close());

const template = (name: string, kind = 'TEXT') => acme.owner.call('POST', PATH, { name, kind, texts: { en: 'x' } });
const type = (id: string, message_templates: object) =>
  acme.owner.call('PUT', `${TYPES}/${id}`, { ...item, message_templates });
const remove = (name: string) => acme.owner.call('DELETE', `${PATH}/${name}`);
const fieldErrors = (body: { errors?: { path: string; code: string }[] }) =>
  body.errors?.map(({ path, code }) => [path, code.replace('errors.field.', '')]);

describe('the message templates of a conversation type', () => {
  test('are shown with their kinds', async () => {
    await template('sms');
    await template('where', 'REQUEST_LOCATION');
    const { body } = await type('shown', { NOTIFY_PARTICIPANTS_VIA_SMS: 'sms', REQUEST_LOCATION: 'where' });
    expect(body.templates).toEqual({
      NOTIFY_PARTICIPANTS_VIA_SMS: { name: 'sms', kind: 'TEXT' },
      REQUEST_LOCATION: { name: 'where', kind: 'REQUEST_LOCATION' },
    });
    expect((await acme.owner.call('GET', `${TYPES}/shown`)).body).toEqual(body);
  });
  test('are there, of this tenant, and fit', async () => {
    const other = await createTenant(tidings, 'foreign');
    await other.owner.call('POST', PATH, { name: 'theirs', kind: 'TEXT', texts: { en: 'x' } });
    await template('text');
    await template('place', 'REQUEST_LOCATION');
    const wrong = await type('wrong', {
      NOTIFY_PARTICIPANTS_VIA_SMS: 'place',
      NOTIFY_PARTICIPANTS_VIA_EMAIL: 'theirs',
      REQUEST_LOCATION: 'text',
      toString: 'text',
    });
    expect([wrong.status, fieldErrors(wrong.body)]).toEqual([
      400,
      [
        ['message_templates.NOTIFY_PARTICIPANTS_VIA_SMS', 'template_kind'],
        ['message_templates.NOTIFY_PARTICIPANTS_VIA_EMAIL', 'reference'],
        ['message_templates.REQUEST_LOCATION', 'template_kind'],
        ['message_templates.toString', 'unknown'],
      ],
    ]);
    const odd = await type('wrong', { REQUEST_LOCATION: 7, NOTIFY_PARTICIPANTS_VIA_SMS: null });
    expect(fieldErrors(odd.body)?.map(([, code]) => code)).toEqual(['type', 'type']);
  });
  test('are asked for in a patch as well; what a request says of `templates` is refused', async () => {
    await type('patched', {});
    const patch = (body: object) => acme.owner.call('PATCH', `${TYPES}/patched`, body);
    expect(fieldErrors((await patch({ message_templates: { REQUEST_LOCATION: 'nope' } })).body)).toEqual([
      ['message_templates.REQUEST_LOCATION', 'reference'],
    ]);
    for (const method of ['PATCH', 'PUT']) {
      const { body } = await acme.owner.call(method, `${TYPES}/patched`, { ...item, templates: {} });
      expect(fieldErrors(body)).toEqual([['templates', 'unknown']]);
    }
    const { body } = await patch({ message_templates: { REQUEST_LOCATION: 'system_request_location' } });
    expect(body.templates).toEqual({ REQUEST_LOCATION: { name: 'system_request_location', kind: 'REQUEST_LOCATION' } });
    expect((await patch({ message_templates: null })).body).not.toHaveProperty('templates');
  });
});

describe('a template that is named', () => {
  test('cannot be deleted, and can once nobody names it', async () => {
    await template('named');
    await type('naming', { NOTIFY_PARTICIPANTS_VIA_SMS: 'named', NOTIFY_PARTICIPANTS_VIA_EMAIL: 'named' });
    const { status, body } = await remove('named');
    expect([status, body.code]).toEqual([409, 'errors.message_template.in_use']);
    expect(body.details).toEqual({ conversation_types: ['naming'] });
    await acme.owner.call('PATCH', `${TYPES}/naming`, { message_templates: null });
    expect((await remove('named')).status).toBe(204);
  });
  test('can be deleted once the type is', async () => {
    await template('left', 'REQUEST_LOCATION');
    await type('leaving', { REQUEST_LOCATION: 'left' });
    expect((await remove('left')).status).toBe(409);
    await acme.owner.call('DELETE', `${TYPES}/leaving`);
    expect((await remove('left')).status).toBe(204);
  });
  test('cannot be deleted while a workflow names it, which takes either kind', async () => {
    await template('flowing');
    const action = { kind: 'SEND_MESSAGE', template_name: 'flowing' };
    const workflow = { id: 'flow', conversation_type_id: 'support', trigger: { kind: 'CONVERSATION_CREATED', action } };
    expect((await acme.owner.call('POST', '/workflows', workflow)).status).toBe(201);
    const { status, body } = await remove('flowing');
    expect([status, body.code, body.details]).toEqual([409, 'errors.message_template.in_use', { workflows: ['flow'] }]);
    const other = { kind: 'REQUEST_LOCATION', texts: { en: 'x' } };
    expect((await acme.owner.call('PUT', `${PATH}/flowing`, other)).status).toBe(200);
    await acme.owner.call('DELETE', '/workflows/flow');
    expect((await remove('flowing')).status).toBe(204);
  });
  test('may change, but not its kind', async () => {
    await template('changing');
    await type('steady', { NOTIFY_PARTICIPANTS_VIA_SMS: 'changing' });
    const put = (kind: string) => acme.owner.call('PUT', `${PATH}/changing`, { kind, texts: { de: 'neu' } });
    expect((await put('TEXT')).body.texts).toEqual({ de: 'neu' });
    const { status, body } = await put('REQUEST_LOCATION');
    expect([status, body.code]).toEqual([409, 'errors.message_template.in_use']);
    await acme.owner.call('DELETE', `${TYPES}/steady`);
    expect((await put('REQUEST_LOCATION')).body.kind).toBe('REQUEST_LOCATION');
  });
  test('is not deleted on the word of a read model that is behind what others wrote', async () => {
    await template('behind');
    await template('before');
    await type('first', { NOTIFY_PARTICIPANTS_VIA_SMS: 'before' });
    const store = tidings.app.get<EventStore>(EVENT_STORE);
    const stream = (id: string) => streamName('conversationType', acme.tenantId, id);
    const [made] = await store.read(stream('first'), { limit: 1 });
    const held = holdReadModel(tidings);
    try {
      const [body, id] = [String(made?.body).replace('"before"', '"behind"'), crypto.randomUUID()];
      await store.append(stream('later'), 0, [{ type: String(made?.type), body, id }]);
      const answer = await remove('behind');
      expect([answer.status, answer.body.code]).toEqual([503, 'errors.position.not_reached']);
    } finally {
      held.release();
    }
    expect((await remove('behind')).body.details).toEqual({ conversation_types: ['later'] });
  });
  test('and went in the same moment hinders no other change of the type', async () => {
    await template('raced');
    await type('racing', { NOTIFY_PARTICIPANTS_VIA_SMS: 'raced' });
    const at = instant(Date.now());
    const meta = commandMeta({ tenantId: acme.tenantId, at, commandId: crypto.randomUUID() });
    const command = new messageTemplate.Remove('raced', {}, meta);
    await tidings.app.get(CommandBus).execute(command);
    await expect.poll(async () => (await acme.owner.call('GET', `${PATH}/raced`)).status).toBe(404);
    const patch = (body: object) => acme.owner.call('PATCH', `${TYPES}/racing`, body);
    expect((await patch({ description: 'still' })).body.templates).toEqual({
      NOTIFY_PARTICIPANTS_VIA_SMS: { name: 'raced', kind: 'TEXT' },
    });
    expect((await patch({ message_templates: { NOTIFY_PARTICIPANTS_VIA_SMS: 'raced' } })).status).toBe(400);
  });
});
