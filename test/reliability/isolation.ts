import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AttackName, attackNames } from './isolation/attacks/table.js';
import { isolate } from './isolation/campaign.js';
import { longStalls, measureStalls, stallTable } from './isolation/stalls.js';
import { errandTable, failures, table } from './isolation/verdict.js';

/**
 * `npm run test:isolation -- --seconds 8 --rounds 5 --attacks includes,schemas --heap 512`: exits with 1 if something holds the event
 * loop for too long, or if a hostile tenant harms a quiet one. `--attacks` leaves out the stalls,
 * `--stalls` the attacks, `--together` each attack alone, and `--service` names the folder of another compiled service to
 * compare with.
 */
const say = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
    attacks: { type: 'string' },
    heap: { type: 'string', default: '512' },
    service: { type: 'string' },
    stalls: { type: 'boolean', default: false },
    together: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '../..');
const service = values.service ?? root;
const heapMiB = Number(values.heap);

function end(found: readonly string[]): never {
  for (const failure of found) say(failure);
  say(found.length === 0 ? 'passed' : 'failed');
  process.exit(found.length === 0 ? 0 : 1);
}

function broken(error: unknown): never {
  return end([error instanceof Error ? `${error.stack}` : String(error)]);
}

const names = (values.attacks?.split(',') ?? attackNames) as readonly AttackName[];
const unknown = names.filter((name) => !attackNames.includes(name));
if (unknown.length > 0) {
  say(`Unknown attack ${unknown.join(', ')}. Known: ${attackNames.join(', ')}.`);
  process.exit(2);
}

const stalls = values.attacks === undefined ? await measureStalls(service, heapMiB, say).catch(broken) : [];
if (stalls.length > 0) say(`\n${stallTable(stalls)}\n`);
if (values.stalls) end(longStalls(stalls));

const report = await isolate({
  root,
  service,
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  names,
  heapMiB,
  together: values.together,
  errands: true,
  say,
}).catch(broken);
say(`\n${table(report)}\n\n${errandTable(report)}\n`);
end([...longStalls(stalls), ...failures(report)]);
