import { existsSync } from 'node:fs';
import { argumentsOf } from '../shared/arguments.js';
import { Differs, EXIT_CODES, Unreadable } from '../shared/failures.js';
import { settings } from '../shared/parts.js';
import type { Finding } from './finding.js';
import { diskOf, settingsOf, versions } from './machine-checks.js';
import { selfReport, serviceOf } from './service-checks.js';
import { storesOf } from './store-checks.js';

const USAGE = `Usage: npm run tidings -- doctor [--json]

Looks at the disk, the clock, the settings, the stores, the versions, the lag of readers, parked documents and
leases. It says what is wrong and what to do. It works with a running service and without one.

  --json   prints the findings as JSON

${EXIT_CODES}`;

const SIGNS = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' };

const told = ({ check, state, said, todo }: Finding): string =>
  `${SIGNS[state]}  ${check.padEnd(12)}  ${said}${todo === undefined ? '' : `\n${' '.repeat(21)}${todo}`}`;

/** @throws WrongUsage, Differs where something is wrong, Unreadable */
export async function doctor(args: readonly string[], say: (line: string) => void): Promise<void> {
  const given = argumentsOf(args, [], USAGE);
  if (!given) return say(USAGE);
  const config = settings();
  if (!existsSync(config.dataDir)) throw new Unreadable(`${config.dataDir} does not exist.`);
  const report = await selfReport();
  const stores = await storesOf(config, report !== undefined);
  const found = [versions(), ...settingsOf(config), ...diskOf(config), ...serviceOf(report), ...stores];
  const faults = found.filter(({ state }) => state === 'wrong').length;
  if (given.json) say(JSON.stringify({ ok: faults === 0, findings: found }));
  else for (const each of found) say(told(each));
  if (faults > 0) throw new Differs(`${faults} things are wrong.`);
}
