import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ComparedRow, comparisonTable, type Pair } from './comparison.js';
import { comparisons } from './comparisons.js';
import { machine } from './machine.js';
import { programOf } from './product.js';
import { type Rounds, USUAL } from './rounds.js';

/**
 * `npm run bench:compare -- --before DIR --after DIR [names] [--rounds N] [--seconds S]`: measures benchmarks of two
 * built checkouts in turn, in one run. All load comes from this checkout; of the others only dist/src/main.js is run.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    after: { type: 'string', default: '.' },
    rounds: { type: 'string', default: String(USUAL.rounds) },
    seconds: { type: 'string', default: String(USUAL.ms / 1_000) },
  },
});

function refuse(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

const names = positionals.length > 0 ? positionals.map((name) => name.toLowerCase()) : Object.keys(comparisons);
const unknown = names.filter((name) => !(name in comparisons));
if (unknown.length > 0)
  refuse(`Unknown benchmark ${unknown.join(', ')}. Known: ${Object.keys(comparisons).join(', ')}.`);
if (values.before === undefined) refuse('Name the checkout to compare with: --before DIR.');

const roots: Pair<string> = { before: resolve(values.before), after: resolve(values.after) };
for (const root of Object.values(roots))
  if (!existsSync(programOf(root)))
    refuse(`${programOf(root)} does not exist. Build it: (cd ${root} && npx nest build).`);

const rounds: Rounds = { ...USUAL, rounds: Number(values.rounds), ms: Number(values.seconds) * 1_000 };
if (!(rounds.rounds > 0 && rounds.ms > 0)) refuse('--rounds and --seconds must be positive numbers.');

const rows: ComparedRow[] = [];
for (const name of names) {
  process.stderr.write(`${name} … `);
  const since = performance.now();
  rows.push(...((await comparisons[name]?.(roots, rounds)) ?? []));
  process.stderr.write(`${Math.round((performance.now() - since) / 1_000)} s\n`);
}
process.stdout.write(
  `\nbefore: ${roots.before}\nafter:  ${roots.after}\n${machine()}; medians of ${rounds.rounds} rounds of ` +
    `${rounds.ms / 1_000} s, in alternating order\n\n${comparisonTable(rows)}\n`,
);
process.exit();
