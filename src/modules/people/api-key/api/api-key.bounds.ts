import { principalKind } from '../../../../kernel/access.js';
import type { Caller } from '../../../../kernel/caller.js';
import { type Instant, instant } from '../../../../kernel/instant.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import type { ApiKey } from '../domain/api-key.resource.js';
import type { CreateApiKeyDto } from './api-key.dto.js';

type Bounds = Pick<ApiKey, 'expiresAt' | 'scopes'>;

const future = (at: Instant, now: Instant): Instant => (at > now ? at : rejectAt('expires_at', 'errors.field.past'));

/**
 * Scopes and end of a new API key. One that an API key creates has neither more scopes nor a later end than that one.
 * @throws Rejection 400, 403
 */
export function boundsOf(body: CreateApiKeyDto, caller: Caller, now: Instant): Bounds {
  const wanted = body.expires_at === undefined ? undefined : future(instant(body.expires_at), now);
  const limits: Bounds = principalKind(caller) === 'key' ? caller : {};
  if (wanted !== undefined && limits.expiresAt !== undefined && wanted > limits.expiresAt)
    rejectAt('expires_at', 'errors.field.too_far');
  if (body.scopes?.some((scope) => limits.scopes?.includes(scope) === false))
    rejectAt('scopes', 'errors.field.scope', undefined, 'errors.forbidden');
  const expiresAt = wanted ?? limits.expiresAt;
  const scopes = body.scopes ? [...new Set(body.scopes)] : limits.scopes;
  return { ...(expiresAt ? { expiresAt } : {}), ...(scopes ? { scopes } : {}) };
}
