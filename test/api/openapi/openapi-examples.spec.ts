import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isEmail } from '../../../src/catalogue/text/email.js';
import { WEBHOOK_TYPES } from '../../../src/catalogue/webhook-types.js';
import examples from '../../../src/http/openapi/document/examples.json' with { type: 'json' };
import { erased, erasedConversation } from '../../fixtures/erasures.js';
import { webhookEnvironment } from '../../fixtures/webhooks.js';
import { createWorld, type World } from '../../fixtures/world.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type ApiDocument, apiDocument, type Json, within } from '../../support/openapi/api-document.js';
import { exampleCalls, prepareExamples } from '../../support/openapi/example-calls.js';
import { differences, readableValues } from '../../support/openapi/example-values.js';
import { callerFor } from '../../support/openapi/good-call.js';
import { sampleCalls } from '../../support/openapi/sample-calls.js';
import { aReceiver, type Receiver } from '../../support/servers/webhook-receiver.js';

const FILE = join(import.meta.dirname, '../../../src/http/openapi/document/examples.json');
/** `EXAMPLES=write npm test -- test/api/openapi/openapi-examples.spec.ts` records the examples anew; then `npm run openapi`. */
const isWritten = process.env.EXAMPLES === 'write';
const PREFERRED = { message_post: { prefer: 'wait' } } as Readonly<Record<string, Record<string, string>>>;

const readable = readableValues();
const recorded: { calls: Json; webhooks: Json } = { calls: {}, webhooks: {} };
const refused: string[] = [];
let tidings: Tidings;
let receiver: Receiver;
let world: World;
let api: ApiDocument;

beforeAll(async () => {
  tidings = await startTidings({ ...webhookEnvironment, MAIN_TENANTS: 'acme' });
  receiver = await aReceiver();
  api = apiDocument(tidings);
  world = await createWorld(tidings, 'acme');
  const { owner } = world;
  for (const webhook_type of WEBHOOK_TYPES)
    await owner.mustCall('POST', '/webhooks/features', { webhook_type, enabled: true });
  await owner.mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url });
  await prepareExamples(world);
  await owner.mustCall('POST', '/webhook-settings/test');
  const isTold = (type: string) => receiver.received.some(({ body }) => body.type === type);
  await receiver.until(() => isTold('test.webhook') && isTold('conversation.read_status'));
  for (const operation of api.operations) await record(operation.said.operationId);
  const test = receiver.received.find(({ body }) => body.type === 'test.webhook')?.body;
  const { body } = await owner.mustCall('GET', '/events?limit=1000');
  const payloads = [test, ...body.events.map(({ id: _, ...payload }: Json) => payload)];
  for (const payload of payloads) recorded.webhooks[payload.type] = readable(payload);
  if (isWritten) writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
}, 240_000);
afterAll(async () => {
  await tidings.close();
  await receiver.close();
});

async function record(operationId: string): Promise<void> {
  const operation = api.operation(operationId);
  const { method } = operation;
  const isList = method === 'GET' && api.parameters(operation, 'query').some(({ name }) => name === 'limit');
  const responses: Json = {};
  let request: Json;
  const headers = PREFERRED[operationId];
  for (const more of headers ? [{}, headers] : [{}]) {
    const who = callerFor(world, operationId);
    const { path, ask = {} } = await (exampleCalls[operationId] ?? sampleCalls[operationId]!)(world, who);
    const asked = isList ? `${path}${path.includes('?') ? '&' : '?'}limit=2` : path;
    const answer = await tidings.call(method, asked, { ...ask, headers: { ...who.headers, ...ask.headers, ...more } });
    if (answer.status >= 400) refused.push(`${operationId}: ${answer.status} ${answer.text}`);
    request = ask.body ?? (typeof ask.raw === 'string' ? Object.fromEntries(new URLSearchParams(ask.raw)) : undefined);
    if (answer.body !== undefined) responses[answer.status] = readable(answer.body);
  }
  const shown = await afterErasure(operationId, request);
  if (shown) responses[200] = readable(shown);
  recorded.calls[operationId] = { ...(request === undefined ? {} : { request: readable(request) }), responses };
}

/** Calls that create what may be erased: a body of its own, and the path of what it creates. */
const ERASABLE: Readonly<Record<string, (body: Json) => readonly [body: Json, path: string]>> = {
  conversation_create: (body) => [{ ...body, id: 'erased-1' }, '/conversations'],
  user_create: (body) => [{ ...body, email: 'erased@acme.example' }, '/users'],
  participant_create: (body) => [{ ...body, id: 'erased-1' }, `/conversations/${world.ids.open}/participants`],
};

/** The answer to the same key after the erasure. */
async function afterErasure(operationId: string, request: Json): Promise<Json> {
  if (!ERASABLE[operationId]) return undefined;
  const [body, path] = ERASABLE[operationId](request);
  const headers = { 'idempotency-key': operationId };
  const { body: made } = await world.owner.mustCall('POST', path, body, headers);
  if (operationId === 'conversation_create') await erasedConversation(world.owner, made.id);
  else await erased(world.owner, `${path}/${made.id}`);
  return (await world.owner.mustCall('POST', path, body, headers)).body;
}

/** JSON and form bodies of the document, with where they stand. */
const contents = () =>
  [...within(api.document)]
    .filter(
      ([where]) =>
        /\/content\/application\/(json|merge-patch\+json|x-www-form-urlencoded)$/.test(where) &&
        !where.includes('/example'),
    )
    .map(([where, content]) => ({ where, content }));

test('every request and every answer with a body has an example that its schema takes', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('idn-email', isEmail);
  ajv.addSchema({ ...api.document, $id: 'tidings' }, 'tidings');
  expect(contents().length).toBeGreaterThan(170);
  // Forms that mail programs send by RFC 8058 have no schema: the service reads none of them.
  const wrong = contents().flatMap(({ where, content }) => {
    if (content.schema === undefined) return [];
    const examples = content.examples
      ? Object.values<Json>(content.examples).map(({ value }) => value)
      : [content.example];
    const schema = JSON.parse(JSON.stringify(content.schema).replaceAll('"#/', '"tidings#/'));
    return examples.flatMap((example) => {
      if (example === undefined) return [`${where} has no example`];
      return ajv.validate(schema, example) ? [] : [`${where}: ${ajv.errorsText()}`];
    });
  });
  expect(wrong).toEqual([]);
});

test('an example has the members that the call takes and answers', () => {
  expect(refused).toEqual([]);
  expect(Object.keys(recorded.calls).length).toBeGreaterThan(100);
  expect(differences(examples.calls, recorded.calls)).toEqual([]);
});

test('each webhook type has a payload with the members that are delivered', () => {
  expect(Object.keys(recorded.webhooks).sort()).toEqual([...WEBHOOK_TYPES, 'test.webhook'].sort());
  expect(differences(examples.webhooks, recorded.webhooks)).toEqual([]);
});
