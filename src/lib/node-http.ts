/**
 * The module `node:http` of Node.js. `import` from it evaluates all that it exports, and so loads undici: 16 MB of memory,
 * and a tenth of a second in each start.
 */
export const http = process.getBuiltinModule('node:http');
