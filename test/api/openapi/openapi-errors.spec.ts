import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outsideCalls } from '../../../src/catalogue/error-texts/error-calls.js';
import { type RejectionCode, rejections } from '../../../src/catalogue/errors/rejections.js';
import { isCommon, isCommonTo, statusOfCode } from '../../../src/http/openapi/errors/call-errors.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type ApiDocument, apiDocument, type Json } from '../../support/openapi/api-document.js';

let tidings: Tidings;
let api: ApiDocument;

beforeAll(async () => {
  tidings = await startTidings();
  api = apiDocument(tidings);
});
afterAll(() => tidings.close());

const CODES = Object.keys(rejections) as readonly RejectionCode[];

/** The error responses of every call, with their codes. `test/support/openapi/open-api.ts` holds every answer of the tests against them. */
const refusals = () =>
  api.operations.flatMap(({ said, call, path }) =>
    Object.entries<Json>(said.responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]) => {
        const { schema, examples } = api.resolved(response).content['application/json'];
        const codes = schema.allOf[1].properties.code.enum as readonly RejectionCode[];
        return { name: `${said.operationId} ${status}`, status: Number(status), codes, examples, call, path };
      }),
  );

describe('an error response', () => {
  test('lists the codes that its call gives with its status', () => {
    expect(refusals().length).toBeGreaterThan(800);
    for (const { name, status, codes } of refusals()) {
      expect(codes.length, name).toBeGreaterThan(0);
      expect(codes.map(statusOfCode), name).toEqual(codes.map(() => status));
    }
  });

  test('has an example of each code, as the catalogue says it', () => {
    for (const { name, codes, examples } of refusals()) {
      expect(Object.keys(examples), name).toEqual(codes);
      for (const code of codes)
        expect(examples[code].value, name).toMatchObject({ code, message: rejections[code].en });
    }
  });
});

/** Parameters and members that name what is not found, where it has not the name of the code. */
const NAMED: Readonly<Record<string, RegExp>> = {
  'errors.asset.not_found': /\{token\}/,
  'errors.not_found': /\{token\}/,
  'errors.export.not_found': /\{export_id\}|\/audit\/exports\/downloads\/\{token\}/,
  'errors.api_key.not_found': /\{key_id\}/,
  'errors.message_template.not_found': /\{name\}/,
  'errors.oidc_config.not_found': /\{provider_name\}/,
  'errors.participant.not_found': /\{participant_id\}|\/me$/,
  'errors.sms_settings.not_found': /\/sms\//,
  'errors.tenant.not_found': /\{tenant_id\}|\/tenant\/config/,
  'errors.user.not_found': /\{user_id\}|\/users\/me|\/unlock/,
  'errors.visitor_key.not_found': /\{visitor_key\}/,
  'errors.user_preference.not_found': /\{user_id\}/,
  'errors.webhook_delivery.not_found': /\{delivery_id\}/,
  'errors.webhook_feature.not_found': /\{webhook_type\}/,
  'errors.webhook_replay.not_found': /\{replay_id\}/,
  'errors.webhook_settings.not_found': /\/webhook/,
};

describe('a call', () => {
  test('lists no code that all calls of its sort have', () => {
    const twice = [...api.calls.values()].flatMap((call) =>
      (call.errors ?? [])
        .filter((code) => code !== 'errors.precondition.failed' && isCommon(code) && isCommonTo[code](call))
        .map((code) => `${call.operationId} ${code}`),
    );
    expect(twice).toEqual([]);
  });

  test('finds missing only what its path names', () => {
    const strange = refusals().flatMap(({ name, codes, path }) =>
      codes
        .filter((code) => code.endsWith('not_found'))
        .filter((code) => !(NAMED[code] ?? new RegExp(`\\{${code.split('.')[1]}_id\\}`)).test(path))
        .map((code) => `${name} ${code}`),
    );
    // Contract 15: the event of a proof and the subject of a comparison are query parameters, and `at` may be before the tenant.
    expect(strange).toEqual([
      'tenant_read 404 errors.tenant.not_found',
      'notification_resend 404 errors.conversation.not_found',
      'audit_proof 404 errors.event.not_found',
      'audit_diff 404 errors.audit.subject_not_found',
    ]);
  });

  test('conflicts only where it changes something, makes a key or is too early', () => {
    const reads = refusals().filter(({ status, call }) => status === 409 && call.method === 'GET');
    // Contract 15: a proof is refused with 409 until a checkpoint covers the event.
    const early = ['audit_checkpoint 409', 'audit_proof 409', 'audit_consistency 409'];
    expect(reads.map(({ name }) => name).sort()).toEqual([...early, 'participant_client_url 409'].sort());
  });
});

test('every code of the catalogue belongs to a call, or to what is outside of calls', () => {
  const given = new Set(refusals().flatMap(({ codes }) => codes));
  expect(CODES.filter((code) => !given.has(code)).sort()).toEqual(
    Object.keys(outsideCalls)
      .filter((code) => code !== 'errors.not_found')
      .sort(),
  );
});
