import { argumentsOf } from '../shared/arguments.js';
import { EXIT_CODES } from '../shared/failures.js';
import { tellFromService } from '../shared/service.js';

/** A line of the service. */
interface Model {
  readonly name: string;
  readonly version: string;
  readonly position: number;
  readonly beside?: { readonly version: string; readonly position: number; readonly state: string };
}

type Line =
  | Model
  | { readonly tenant_id: string; readonly key: string; readonly is: string }
  | { readonly name: string; readonly documents: number; readonly differences: number };

type Say = (line: string) => void;

const ENDING = `The service must run on this machine with the same DATA_DIR.

${EXIT_CODES}`;

const LIST_USAGE = `Usage: npm run tidings -- models [--json]

Prints a line for each read model: its name, the version that serves, the position in the log, and a second copy.

  BUILDING   the copy is built from the log
  COMPLETE   the copy waits for models switch
  KEPT       the copy served before the switch, and follows the log for models rollback

  --json     prints a line of JSON for each read model

${ENDING}`;

const REBUILD_USAGE = `Usage: npm run tidings -- models rebuild <name> [--compare] [--json]

Builds a second copy of a read model from the log, while the first one serves, and tells the progress. It ends when the
copy is complete. The copy is built on if the command or the service ends before. A copy that was kept is dropped.

  <name>       name of the read model, as models prints it
  --compare    compares both copies document by document, names those that differ, and exits with 1 if any does
  --json       prints lines of JSON

${ENDING}`;

const ABOUT = {
  compare: 'Compares both copies of a read model document by document. Names those that differ, at most 1,000 of them.',
  switch: 'Lets the new copy of a read model serve. The other copy is kept and follows the log.',
  rollback: 'Lets the kept copy of a read model serve again.',
  drop: 'Drops the copy of a read model that does not serve. Its room on the disk is free within a minute.',
} as const;

const usageOf = (verb: keyof typeof ABOUT) => `Usage: npm run tidings -- models ${verb} <name> [--json]

${ABOUT[verb]}

  <name>   name of the read model, as models prints it
  --json   prints lines of JSON

${ENDING}`;

function shown(line: Line): string {
  if ('is' in line) return `${line.is.padEnd(10)} ${line.tenant_id} ${line.key}`;
  if ('documents' in line) return `${line.name}: ${line.differences} of ${line.documents} documents differ.`;
  const { name, version, position, beside } = line;
  const second = beside ? `  ${beside.version} ${beside.state}, position ${beside.position}` : '';
  return `${name.padEnd(24)} ${version.padStart(6)}, position ${position}${second}`;
}

export async function listModels(args: readonly string[], say: Say): Promise<void> {
  const given = argumentsOf(args, [], LIST_USAGE);
  if (!given) return say(LIST_USAGE);
  await tellFromService<Line>({ command: 'models', args: {} }, { json: given.json, say, text: shown });
}

export async function rebuildModel(args: readonly string[], say: Say): Promise<void> {
  const given = argumentsOf(args, [], REBUILD_USAGE, { flags: ['compare'], operands: ['name'] });
  if (!given) return say(REBUILD_USAGE);
  const { name, compare, json } = given;
  await tellFromService<Line>({ command: 'models rebuild', args: { name, compare } }, { json, say, text: shown });
}

export const changeModel =
  (verb: keyof typeof ABOUT) =>
  async (args: readonly string[], say: Say): Promise<void> => {
    const given = argumentsOf(args, [], usageOf(verb), { operands: ['name'] });
    if (!given) return say(usageOf(verb));
    const { name, json } = given;
    await tellFromService<Line>({ command: `models ${verb}`, args: { name } }, { json, say, text: shown });
  };
