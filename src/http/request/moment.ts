import type { FastifyRequest } from 'fastify';
import type { Moment } from '../../engine/read-models/past/pasts.js';
import { principalKind } from '../../kernel/access.js';
import { reject } from '../../kernel/rejection.js';
import { readMoment } from '../fields/moments.js';
import { AT } from '../openapi/endpoint/as-of.js';

/** The moment that the answer is requested as of. It leaves the query. @throws Rejection 400 at `at`; 403 for a client */
export function takeMoment({ query, context }: FastifyRequest): Moment | undefined {
  const given = query as Record<string, unknown>;
  const text = given[AT];
  if (text === undefined) return undefined;
  if (principalKind(context.caller) === 'participant') return reject('errors.forbidden');
  delete given[AT];
  return readMoment(text, AT);
}
