import { assetKinds } from '../../../catalogue/assets.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { rateLimits } from '../../../catalogue/rates.js';
import { isPublic } from '../../../kernel/access.js';
import { bodyLimitFor } from '../../request/requests.js';
import type { EndpointInfo } from './endpoint-info.js';

const LARGE = limits.conversationDataDefault + limits.bodySlack;
const LARGEST_FILE = Math.max(...Object.values(assetKinds).map(({ maxBytes }) => maxBytes));

const expressPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Limits of a call as extensions of OpenAPI: requests a minute by bucket, and bytes of the body. Settings can change them. */
export function limitsOf(endpoint: EndpointInfo, path: string): object {
  const { permission, rate, method, body, file, fileBytes = LARGEST_FILE, form } = endpoint;
  const open = isPublic(permission);
  const buckets = [
    ...(open ? [] : (['tenant', 'credential'] as const)),
    ...(rate ? [rate] : open ? ['anonymous' as const] : []),
  ];
  const bytes = file
    ? fileBytes
    : (bodyLimitFor(method, expressPath(path), LARGE) ?? limits[form ? 'formBytes' : 'bodyBytes']);
  return {
    'x-rate-limits': Object.fromEntries(buckets.map((bucket) => [bucket, rateLimits[bucket]])),
    ...(body || file ? { 'x-max-body-bytes': bytes } : {}),
  };
}
