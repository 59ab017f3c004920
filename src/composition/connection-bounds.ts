import { getHeapStatistics } from 'node:v8';
import type { IdleBounds } from '../http/server/idle-connections.js';
import type { SocketBounds } from '../realtime/gateway/socket-places.js';
import { openFilesLimit } from './open-files.js';

/** Memory that a signed-in, subscribed socket takes at most. */
const SOCKET_BYTES = 32_768;
/** Files and connections to other servers need the rest. */
const SHARE_OF_FILES = { sockets: 0.6, anonymousSockets: 0.1, idleConnections: 0.1 };
const MOST = { anonymousSockets: 2_000, idleConnections: 4_000 };

/** Connections that wait for the client: for its request, for the rest of it, or for its next one. */
export function idleBounds(files = openFilesLimit()): IdleBounds {
  const half = Math.floor(Math.min(MOST.idleConnections, files * SHARE_OF_FILES.idleConnections) / 2);
  return { ofTenants: half, unknown: half };
}

/** One tenant has at most half of the sockets. */
export function socketBounds(files = openFilesLimit(), heapBytes = getHeapStatistics().heap_size_limit): SocketBounds {
  const total = Math.floor(Math.min(files * SHARE_OF_FILES.sockets, heapBytes / SOCKET_BYTES));
  const anonymous = Math.min(MOST.anonymousSockets, Math.floor(files * SHARE_OF_FILES.anonymousSockets));
  return { total, perTenant: Math.ceil(total / 2), anonymous };
}
