import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissions } from '../../../src/catalogue/permissions/permissions.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type ApiDocument, apiDocument } from '../../support/openapi/api-document.js';

let tidings: Tidings;
let api: ApiDocument;

beforeAll(async () => {
  tidings = await startTidings();
  api = apiDocument(tidings);
});
afterAll(() => tidings.close());

/** Lists that take `at` too. */
const LISTS = ['message_list', 'participant_list'];

/** GETs of one thing that have no past, with the reason. */
const WITHOUT_PAST: Readonly<Record<string, string>> = {
  client_participant_me: 'Clients alone call it, and they have no past.',
  participant_client_url: 'A link that signs in now.',
  conversation_unread: 'A count over the list of conversations, which has no past.',
  push_key: 'The key of the service, which stays.',
  webhook_feature_available: 'A table of the service.',
  webhook_replay_read: 'Expires, and is no event.',
  audit_proof: 'Proves what never changes.',
  audit_consistency: 'Proves what never changes.',
  geocoder_search: 'Asks a geocoder.',
  geocoder_structured: 'Asks a geocoder.',
  geocoder_reverse: 'Asks a geocoder.',
  event_list: 'A feed of events, which never change.',
  audit_event_read: 'An event, which never changes.',
  audit_diff: 'Names its own moments.',
  audit_trace: 'A tree of events.',
  audit_export_read: 'A job that expires.',
  participant_export: 'The data of a person as they are now, former ones too.',
  user_export: 'The data of a person as they are now, former ones too.',
};

const isList = (operationId: string): boolean => /_list(_all)?$|_runs$|_preview$/.test(operationId);

test('every GET of one resource takes the moment that it answers as of', () => {
  const reads = api.operations.filter(
    ({ call }) =>
      call.method === 'GET' && permissions[call.permission] !== 'public' && !call.text && !call.sends && !call.page,
  );
  const asOf = reads.filter(({ call }) => call.asOf).map(({ call }) => call.operationId);
  const without = reads
    .map(({ call }) => call.operationId)
    .filter((id) => !asOf.includes(id) && !isList(id) && !(id in WITHOUT_PAST));
  expect(without).toEqual([]);
  expect(asOf.filter((id) => isList(id)).sort()).toEqual(LISTS);
});

test('such a call documents the parameter and the header', () => {
  for (const { said, call } of api.operations) {
    const names = (said.parameters ?? []).map((each: object) => ('name' in each ? each.name : undefined));
    if (call.operationId === 'retention_preview') continue;
    expect(names.includes('at'), call.operationId).toBe(call.asOf === true);
    const answer = api.resolved((said.responses as Record<string, never>)['200'] ?? {}) as { headers?: object };
    expect('Tidings-As-Of' in (answer.headers ?? {}), call.operationId).toBe(call.asOf === true);
  }
});
