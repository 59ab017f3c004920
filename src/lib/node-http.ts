/**
 * The module `node:http`. An import of it evaluates all that it exports, and so loads undici. That costs 7 MiB of an idle
 * service, and a tenth of a second of each start.
 */
export const http = process.getBuiltinModule('node:http');
