import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Json, Operation } from '../../support/openapi/api-document.js';
import { objectOf, valueFor } from './values.js';

export const CALLERS = ['owner', 'user', 'apiKey', 'keyAsBearer', 'client', 'otherClient', 'nobody'] as const;

/** Which of the ids known by then; or a text as it is. */
export type Named = { readonly known: string; readonly nth: number } | { readonly text: string };

/** A request that can be told and made again; ids that are not known yet are named by their place. */
export interface FuzzRequest {
  readonly operation: string;
  readonly method: string;
  /** Texts between which the ids stand. */
  readonly parts: readonly string[];
  readonly ids: readonly Named[];
  readonly query: string;
  readonly who: (typeof CALLERS)[number];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const OTHER_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'];

const oddIds = fc.oneof(
  fc.constantFrom(
    'x',
    '%',
    '%00',
    '%zz',
    '%F0%9F%98%80',
    '..',
    '%2e%2e',
    '__proto__',
    'by_ids',
    'me',
    'a'.repeat(60),
    "'",
  ),
  fc.string({ minLength: 1, maxLength: 20 }).map(encodable),
  fc.uuid(),
);

function encodable(text: string): string {
  try {
    return encodeURIComponent(text) || 'x';
  } catch {
    return 'x';
  }
}

const idOf = (name: string): Arbitrary<Named> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.nat({ max: 40 }).map((nth) => ({ known: name, nth })) },
    { weight: 1, arbitrary: oddIds.map((text) => ({ text })) },
  );

const queryOf = (api: ApiDocument, operation: Operation): Arbitrary<string> => {
  const parameters = api.parameters(operation, 'query');
  const one = ({ name, schema }: Json) =>
    valueFor(api, schema).map(
      (value) => `${name}=${encodable(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
  const known = fc.subarray([...parameters], { maxLength: Math.min(3, parameters.length) });
  const garbage = fc.constantFrom('', '?', '?a=1', '?limit=1&limit=2', '?%zz', '?=', '?limit[]=1', '?__proto__=1');
  const said = known.chain((some) => fc.tuple(...some.map(one))).map((all) => (all.length ? `?${all.join('&')}` : ''));
  return fc.oneof({ weight: 12, arbitrary: said }, { weight: 1, arbitrary: garbage });
};

const tags = fc.constantFrom('*', '"1.abcdefghijklmnop"', '"2.x"', '"x"', 'W/"1.a"', '', '1');
const headers: Arbitrary<Record<string, string>> = fc
  .record(
    {
      'idempotency-key': fc.oneof(fc.constantFrom('a', 'b', 'c', ''), fc.stringMatching(/^[!-~]{1,40}$/)),
      'if-match': tags,
      'if-none-match': tags,
      'tidings-position': fc.constantFrom('p0', 'p1', 'p5', 'x', 'p-1', 'P1'),
      prefer: fc.constantFrom('wait', 'wait=1', 'wait=0', 'wait="', 'wait=9999999999', 'respond-async;a="\\"'),
      accept: fc.constantFrom('*/*', 'application/json', 'text/html', ';q=', 'application/json;q=0'),
      'accept-language': fc.constantFrom('de', 'en;q=0, de', '*', ';;', 'de;q=x'),
      'x-request-id': fc.constantFrom('abc', 'a b', '', 'x'.repeat(101)),
      'content-encoding': fc.constantFrom('gzip', 'identity', ''),
      'x-api-key': fc.constantFrom('x', 'tdg_x', ''),
      origin: fc.constantFrom('https://a.example', 'null', ''),
    },
    { requiredKeys: [] },
  )
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: Math.min(2, Object.keys(all).length) }))
  .map((some) => Object.fromEntries(some));
const fewHeaders = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  { weight: 4, arbitrary: headers },
  { weight: 1, arbitrary: fc.constant({ 'if-none-match': '*' }) },
);

const rawBody = fc.constantFrom(
  '',
  '{',
  '[]',
  'null',
  '{"a":1}',
  '{"__proto__":{}}',
  '[['.repeat(40),
  '\ufeff{}',
  '"\\ud800"',
  '{}{}',
);

function bodyOf(api: ApiDocument, { said, call }: Operation): Arbitrary<string | undefined> {
  const given = (Object.values(said.requestBody?.content ?? {})[0] as Json | undefined)?.schema;
  const schema = given && api.flat(given);
  if (!schema) return fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: rawBody });
  const written = (value: unknown) =>
    call.form
      ? Object.entries(value as object)
          .map(([name, each]) => `${encodable(name)}=${encodable(String(each))}`)
          .join('&')
      : JSON.stringify(value);
  return fc.oneof({ weight: 20, arbitrary: objectOf(api, schema).map(written) }, { weight: 1, arbitrary: rawBody });
}

/** A request to the operation: fine, nearly fine, or garbage. */
export function requestTo(api: ApiDocument, operation: Operation): Arbitrary<FuzzRequest> {
  const { path, method, call } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const type = call.form ? 'application/x-www-form-urlencoded' : 'application/json';
  const types = fc.oneof(
    { weight: 30, arbitrary: fc.constant(type) },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=x', '') },
  );
  return fc
    .record({
      ids: fc.tuple(...names.map(idOf)),
      method: fc.oneof(
        { weight: 40, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom(...OTHER_METHODS) },
      ),
      query: queryOf(api, operation),
      who: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(CALLERS[0], CALLERS[2]) },
        { weight: 3, arbitrary: fc.constantFrom(...CALLERS) },
      ),
      headers: fewHeaders,
      body: bodyOf(api, operation),
      type: types,
    })
    .map(({ body, type: contentType, headers: more, ...rest }) => ({
      ...rest,
      operation: call.operationId,
      parts: path.split(/\{\w+\}/),
      headers: { ...(body === undefined ? {} : { 'content-type': contentType }), ...more },
      ...(body === undefined ? {} : { body }),
    }));
}

/** Passwords are slow on purpose: calls that hash one come seldom. */
const SELDOM = ['auth_token', 'signup_tenant', 'user_create'];

export const anyRequest = (api: ApiDocument): Arbitrary<FuzzRequest> =>
  fc.oneof(
    ...api.operations.map((operation) => ({
      weight: SELDOM.includes(operation.call.operationId) ? 1 : 8,
      arbitrary: requestTo(api, operation),
    })),
  );
