import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { frameMembers, frameShows } from '../../site/src/facts/asyncapi-messages.js';
import { socketTypes } from '../../src/catalogue/socket-types.js';
import { TEST_TYPE, webhookTypes } from '../../src/catalogue/webhook-types.js';
import { publications } from '../../src/public-events/published/published-event.js';
import { webhookPublications } from '../../src/public-events/published/webhook-publications.js';
import { client, createConversation, postMessage, TEAM } from '../fixtures/conversations.js';
import { createTenant } from '../fixtures/tenant.js';
import { listenAs } from '../realtime/listener.js';
import { startTidings } from '../support/api.js';
import { aReceiver } from '../support/servers/webhook-receiver.js';
import { until } from '../support/until.js';

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../site/dist/asyncapi.json'), 'utf8'));
const standard = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json');

test('the document keeps to the schema of AsyncAPI 3.0.0', () => {
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false });
  const valid = ajv.validate(standard, document);
  expect(ajv.errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(ajv.validate(standard, { ...document, channels: { broken: { address: 7 } } })).toBe(false);
});

describe('its messages', () => {
  const messages: Readonly<Record<string, { readonly payload: object }>> = document.components.messages;

  const resources = { ...frameMembers, read_status: 'ConversationReadStatus' };

  test('are those of the catalogue', () => {
    const { requests, publications: frames, signals, notices } = socketTypes;
    const types = {
      ...requests,
      ...frames,
      ...signals,
      ...notices,
      ...webhookTypes,
      [TEST_TYPE]: '',
      ACKNOWLEDGEMENT: '',
    };
    expect(Object.keys(messages).sort()).toEqual(Object.keys(types).sort());
  });

  test('show the resource that the service puts into them', () => {
    const memberOf = (shows: string) => (/readStatus/i.test(shows) ? 'read_status' : shows);
    const told = Object.values(publications).flatMap((each) => (each === 'none' ? [] : [...each]));
    for (const { type, shows } of told) expect(frameShows[type], type).toBe(memberOf(shows));
    const sent = Object.values(webhookPublications).flatMap((each) => (each === 'none' ? [] : [each]));
    const resolved = (schema: { readonly $ref: string }) =>
      document.components.schemas[schema.$ref.replace('#/components/schemas/', '')];
    for (const { type, shows } of sent) {
      const { data } = resolved(messages[type]?.payload as { $ref: string }).properties;
      expect(data.$ref, type).toBe(`#/components/schemas/${resources[memberOf(shows) as keyof typeof resources]}`);
    }
  });

  test('describe what subscribers and endpoints really get', async () => {
    const tidings = await startTidings({ OUTBOUND_ALLOW: '127.0.0.0/8' });
    const receiver = await aReceiver();
    try {
      const acme = await createTenant(tidings, 'acme', { types: [TEAM] });
      const listener = await listenAs(tidings.url, acme.owner.token);
      const acknowledged = await listener.subscribe('conversations');
      await createConversation(acme.owner, 'c1', { conversation_type_id: TEAM.id, participants: [client()] });
      const { body: posted } = await acme.post('c1');
      const { body: mine } = await postMessage(acme.owner, 'c1');
      await acme.post('c1');
      const activity = (participant: string, body: object) =>
        acme.owner.mustCall('POST', `/conversations/c1/participants/${participant}/activity`, body);
      await activity(mine.participant_id, { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 3 });
      await activity('client', { activity: 'HAS_CONVERSATION_OPEN' });
      await acme.owner.mustCall('DELETE', `/conversations/c1/messages/${posted.id}`);
      const { headers } = await acme.owner.mustCall('DELETE', '/conversations/c1');
      await listener.reached('conversations', headers.get('tidings-position') ?? '');
      await listener.ask('PING').catch(() => {});
      await acme.owner.mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url });
      await acme.owner.mustCall('POST', '/webhook-settings/test');
      const { body: feed } = await acme.owner.mustCall('GET', '/events');
      await until(() => receiver.received.length > 0);

      const ajv = new Ajv2020({ strict: false, allErrors: true });
      addFormats.default(ajv);
      ajv.addSchema(document, 'tidings');
      const wrong = (type: string, payload: unknown) => {
        const validate = ajv.getSchema(`tidings#/components/messages/${type}/payload`);
        return validate?.(payload) ? [] : [`${type}: ${ajv.errorsText(validate?.errors ?? null)}`];
      };
      const types = new Set(listener.heard.map(({ type }) => type));
      const { publications: frames } = socketTypes;
      const rare = ['CONVERSATION_UPDATED'];
      expect(Object.keys(frames).filter((type) => !types.has(type) && !rare.includes(type))).toEqual([]);
      expect(feed.events.length).toBeGreaterThan(5);
      const [tested] = receiver.received;
      expect([
        ...wrong('ACKNOWLEDGEMENT', acknowledged),
        ...listener.heard.flatMap((frame) => wrong(frame.type, frame)),
        ...feed.events.flatMap(({ id: _, ...event }: { id: string; type: string }) => wrong(event.type, event)),
        ...wrong(TEST_TYPE, tested?.body),
      ]).toEqual([]);
      expect(wrong('NEW_MESSAGE', { ...listener.of('NEW_MESSAGE')[0], position: undefined })).not.toEqual([]);
      listener.close();
    } finally {
      await tidings.close();
      await receiver.close();
    }
  });
});
