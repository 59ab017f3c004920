/**
 * Files of the service that schedule and bound: where turns, shares, limits and processes are, and the memory of bodies
 * and answers. Each entry is a folder, or the beginning of the path of a file.
 */
const MACHINERY = [
  'src/adapters/child-processes/',
  'src/adapters/sqlite/group-commit',
  'src/adapters/sqlite/turn-transaction',
  'src/adapters/sqlite/wal-',
  'src/fairness/',
  'src/http/answer/answer-',
  'src/http/answer/bounded-',
  'src/http/answer/page-parts',
  'src/http/body/joined-chunks',
  'src/http/body/json',
  'src/http/request/admission',
  'src/http/request/header-times',
  'src/http/server/',
  'src/large-data/',
  'src/lib/chunk-buffers',
  'src/lib/joined-chunks',
  'src/lib/lru-cache',
  'src/lib/min-heap',
  'src/lib/shared-call',
  'src/lib/size-of',
  'src/processes/',
  'src/realtime/replay/held-frames',
  'src/realtime/gateway/socket-places',
];

export const isMachinery = (file: string): boolean => MACHINERY.some((beginning) => file.startsWith(beginning));
