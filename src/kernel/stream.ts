/** A stream at a version, or the event of the stream at that version. */
export interface StreamVersion {
  readonly stream: string;
  readonly version: number;
}

const TENANT_LENGTH = 36;

/** The tenant of entries, streams and work of the whole deployment, such as names that are unique in it. */
export const NO_TENANT = '00000000-0000-0000-0000-000000000000';

/** `category-<tenant>_<id>`: the tenant (a UUID) is first, so that no id reaches across tenants. */
export const streamName = (category: string, tenantId: string, id: string): string => `${category}-${tenantId}_${id}`;

export interface StreamName {
  readonly category: string;
  readonly tenantId: string;
  readonly id: string;
}

/** Undoes `streamName`; a category holds no `-`, a tenant id has 36 characters. */
export function parseStreamName(stream: string): StreamName {
  const dash = stream.indexOf('-');
  const underscore = dash + 1 + TENANT_LENGTH;
  return {
    category: stream.slice(0, dash),
    tenantId: stream.slice(dash + 1, underscore),
    id: stream.slice(underscore + 1),
  };
}

/** The id of a thing within a thing; ids that a caller chooses contain no `.`. */
export const innerId = (outer: string, inner: string): string => `${outer}.${inner}`;

export function parseInnerId(id: string): readonly [outer: string, inner: string] {
  const dot = id.indexOf('.');
  return [id.slice(0, dot), id.slice(dot + 1)];
}
