/**
 * The module `node:http` of Node.js. `import` from it evaluates all that it exports, and so loads undici: 7 MiB of an idle
 * service, and a tenth of a second of each start.
 */
export const http = process.getBuiltinModule('node:http');
