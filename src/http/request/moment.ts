import type { FastifyRequest } from 'fastify';
import { parsePosition } from '../../catalogue/positions.js';
import { isTimestamp } from '../../catalogue/text/formats.js';
import type { Moment } from '../../engine/read-models/past/pasts.js';
import { principalKind } from '../../kernel/access.js';
import { instant } from '../../kernel/instant.js';
import { reject, rejectAt } from '../../kernel/rejection.js';
import { AT } from '../openapi/endpoint/as-of.js';

/** @throws Rejection 400 at `path` when the text is neither a position nor a time */
export function readMoment(text: unknown, path: string): Moment {
  if (Array.isArray(text)) return rejectAt(path, 'errors.field.repeated');
  if (typeof text === 'string') {
    const position = parsePosition(text);
    if (position !== undefined) return position;
    if (isTimestamp(text)) return instant(text);
  }
  return rejectAt(path, 'errors.field.format', { format: 'a position or an RFC 3339 timestamp' });
}

/** The moment that the answer is requested as of. It leaves the query. @throws Rejection 400 at `at`; 403 for a client */
export function takeMoment({ query, context }: FastifyRequest): Moment | undefined {
  const given = query as Record<string, unknown>;
  const text = given[AT];
  if (text === undefined) return undefined;
  if (principalKind(context.caller) === 'participant') return reject('errors.forbidden');
  delete given[AT];
  return readMoment(text, AT);
}
