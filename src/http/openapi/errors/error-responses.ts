import { errorExample } from '../../../catalogue/error-texts/error-examples.js';
import { type RejectionCode, rejections } from '../../../catalogue/errors/rejections.js';
import { pascal, refTo, type Schema, schemasIn } from '../document/schema.js';
import type { EndpointInfo } from '../endpoint/endpoint-info.js';
import { errorCodesOf, isCommon, statusOfCode } from './call-errors.js';

interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, Record<string, unknown>>;
}

const ERROR = 'ErrorResponse';

/** Codes that every call with their status has: the name of a response leaves them out. */
const USUAL: ReadonlySet<RejectionCode> = new Set<RejectionCode>([
  'errors.validation.failed',
  'errors.position.unreadable',
  'errors.unauthenticated',
  'errors.token.expired',
  'errors.not_acceptable',
  'errors.precondition.failed',
  'errors.content_type.unsupported',
  'errors.idempotency.body_differs',
  'errors.rate_limited',
  'errors.service.starting',
  'errors.position.not_reached',
  'errors.store.unavailable',
  'errors.stream.unreadable',
]);

/** `Error404Conversation`, `Error409ConversationLockedIdempotencyInProgress`: codes of few calls come first. */
function nameOf(base: string, status: number, codes: readonly RejectionCode[]): string {
  const named = codes.filter((code) => !USUAL.has(code));
  const ordered = [...named.filter((code) => !isCommon(code)), ...named.filter(isCommon)];
  const words = ordered.map((code) => pascal(code.replace(/^errors\.|\.not_found$/g, '')));
  return `${base.replace(/Response$/, '')}${status}${words.join('')}`;
}

/** The body of an error, narrowed to the codes that the call gives. */
const bodyOf = (base: string, codes: readonly RejectionCode[]): Schema => ({
  allOf: [
    refTo(base),
    {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          enum: codes,
          description: 'Error code.',
          'x-enum-descriptions': codes.map((code) => rejections[code].cause),
        },
      },
      required: ['code'],
    },
  ],
});

/**
 * Narrows each error response to the codes that its call gives, with an example of each, and moves it into the shared
 * components. @throws Error if two different responses have one name
 */
export function shareErrors(
  operations: readonly Operation[],
  calls: ReadonlyMap<string, EndpointInfo>,
): Record<string, unknown> {
  const shared: Record<string, unknown> = {};
  for (const { operationId, responses } of operations) {
    const codes = errorCodesOf(calls.get(operationId) as EndpointInfo);
    for (const status of Object.keys(responses).map(Number)) {
      if (status < 400) continue;
      const own = codes.filter((code) => statusOfCode(code) === status);
      const base = schemasIn(responses[status])[0] ?? ERROR;
      const examples = Object.fromEntries(own.map((code) => [code, { value: errorExample(code, base !== ERROR) }]));
      const content = { 'application/json': { schema: bodyOf(base, own), examples } };
      const name = nameOf(base, status, own);
      const made = { ...responses[status], content };
      if (name in shared && JSON.stringify(shared[name]) !== JSON.stringify(made))
        throw new Error(`Two responses are named ${name}.`);
      shared[name] = made;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)));
}
