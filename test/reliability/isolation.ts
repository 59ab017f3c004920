import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AttackName, attackNames } from './isolation/attacks/table.js';
import { isolate } from './isolation/campaign.js';
import { failures, table } from './isolation/verdict.js';

/**
 * `npm run test:isolation -- --seconds 8 --attacks includes,schemas --heap 512`: exits with 1 if a hostile tenant harms a
 * quiet one.
 */
const say = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    attacks: { type: 'string', default: attackNames.join(',') },
    heap: { type: 'string', default: '512' },
  },
});
const names = values.attacks.split(',') as AttackName[];
const unknown = names.filter((name) => !attackNames.includes(name));
if (unknown.length > 0) {
  say(`Unknown attack ${unknown.join(', ')}. Known: ${attackNames.join(', ')}.`);
  process.exit(2);
}

const report = await isolate({
  root: join(import.meta.dirname, '../..'),
  seconds: Number(values.seconds),
  names,
  heapMiB: Number(values.heap),
  say,
}).catch((error) => {
  say(`failed: ${error instanceof Error ? error.stack : error}`);
  process.exit(1);
});
say(`\n${table(report)}\n`);
const found = failures(report);
for (const failure of found) say(failure);
say(found.length === 0 ? 'passed' : 'failed');
process.exit(found.length === 0 ? 0 : 1);
