import type { IncomingHttpHeaders } from 'node:http';

/** Bytes of the body of a request: infinite where it comes in chunks, 0 without a body (RFC 9112 6.3). */
export const bodyLength = (headers: IncomingHttpHeaders): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;
