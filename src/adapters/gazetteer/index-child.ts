// Runs as a process of its own, so that its memory is given back. From source Node strips the types.
import { renameSync, writeFileSync } from 'node:fs';
import { buildIndex } from './build-index.js';
import { encodeIndex } from './index-format.js';

const [path = ''] = process.argv.slice(2);
const part = `${path}.${process.pid}.part`;
writeFileSync(part, encodeIndex(buildIndex()), { mode: 0o600 });
renameSync(part, path);
