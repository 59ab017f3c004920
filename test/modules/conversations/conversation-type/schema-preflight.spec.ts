import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONFIG, type Config } from '../../../../src/config/config.js';
import { QueueLengths } from '../../../../src/engine/effects/queue-lengths.js';
import { BlobQuota } from '../../../../src/modules/conversations/conversation/application/blob-quota.service.js';
import { ConversationDataService } from '../../../../src/modules/conversations/conversation/application/conversation-data.service.js';
import { LargeValues } from '../../../../src/modules/conversations/conversation/application/large-values.service.js';
import { SchemaPreflight } from '../../../../src/modules/conversations/conversation-type/application/schema-preflight.service.js';
import type { SchemaValidator } from '../../../../src/ports/process/schema-validator.js';
import { BLOBS, type Blobs } from '../../../../src/ports/stores/blobs.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../src/ports/stores/document-store.js';
import { StoreUnavailable } from '../../../../src/ports/stores/event-store.js';
import { createTenant, type Tenant } from '../../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../../support/api.js';
import { setClock } from '../../../support/processes/set-clock.js';

const COUNT = 24;
const TYPE = 'many';
const ids = Array.from({ length: COUNT }, (_, n) => `c${String(n).padStart(2, '0')}`);

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'preflight', { types: [{ id: TYPE, conversation_data_list_item_template: '' }] });
  for (const id of ids) {
    const body = { id, conversation_type_id: TYPE, conversation_data: { n: id } };
    await acme.owner.mustCall('POST', '/conversations', body);
  }
});
afterAll(() => tidings.close());

/** A preflight whose validation takes `ms` of its clock for each value, and refuses the `broken`. */
function preflightOf({
  ms,
  broken = [],
  wait,
}: {
  ms: number;
  broken?: readonly string[];
  wait?: () => Promise<void>;
}) {
  let nowMs = 0;
  const validated: string[] = [];
  const clock = { ...setClock(), monotonic: () => nowMs };
  const validate: SchemaValidator['validate'] = async (_tenant, _schema, value, priority) => {
    await wait?.();
    expect(priority).toBe('background');
    nowMs += ms;
    const { n } = value as { n: string };
    validated.push(n);
    return broken.includes(n) ? { ok: false, fieldErrors: [] } : { ok: true };
  };
  const validator = { validate } as SchemaValidator;
  const documents = tidings.app.get<DocumentStore>(DOCUMENT_STORE);
  const blobs = tidings.app.get<Blobs>(BLOBS);
  const large = tidings.app.get(LargeValues, { strict: false });
  const quota = tidings.app.get(BlobQuota, { strict: false });
  const data = new ConversationDataService(documents, validator, blobs, tidings.app.get<Config>(CONFIG), large, quota);
  const preflight = new SchemaPreflight(documents, data, clock, new QueueLengths());
  return { validated, run: (tenantId = acme.tenantId) => preflight.assertMatching(tenantId, TYPE, {}) };
}

test('all conversations of the type are checked once', async () => {
  const { run, validated } = preflightOf({ ms: 1 });
  await run();
  expect(validated.sort()).toEqual(ids);
});

test('the number of those that break it and the first ten are told', async () => {
  const { run } = preflightOf({ ms: 1, broken: ids.slice(3, 20) });
  await expect(run()).rejects.toMatchObject({
    code: 'errors.conversation_type.schema_breaks',
    details: { conversations: 17, first: ids.slice(3, 13) },
  });
});

test('a check that takes too long ends, and says how many it has checked', async () => {
  const { run, validated } = preflightOf({ ms: 500 });
  await expect(run()).rejects.toMatchObject({
    code: 'errors.conversation_type.check_unfinished',
    details: { checked: 12 },
  });
  expect(validated).toHaveLength(12);
});

test('of a check that ended early those found so far are told', async () => {
  const { run } = preflightOf({ ms: 500, broken: ids });
  await expect(run()).rejects.toMatchObject({
    code: 'errors.conversation_type.schema_breaks',
    details: { conversations: 12, first: ids.slice(0, 10), checked: 12 },
  });
});

test('a tenant checks one schema at a time, and holds up no other', async () => {
  const held = Promise.withResolvers<void>();
  const { run, validated } = preflightOf({ ms: 1, wait: () => held.promise });
  const outcomes = Array.from({ length: 5 }, () => run());
  await expect(run()).rejects.toThrow(StoreUnavailable);
  await run('019a8f3e-6f6d-7c11-8a9e-3d2f5b7c9e10');
  expect(validated).toEqual([]);
  held.resolve();
  await Promise.all(outcomes);
  expect(validated).toHaveLength(5 * COUNT);
});
