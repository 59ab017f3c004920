import { argumentsOf } from '../shared/arguments.js';
import { EXIT_CODES, WrongUsage } from '../shared/failures.js';
import { tellFromService } from '../shared/service.js';

/** A line of the service. */
interface Item {
  readonly id: string;
  readonly kind: 'DOCUMENT' | 'EVENT';
  readonly position: number;
  readonly stream?: string;
  readonly event_id: string;
  readonly tenant_id: string;
  readonly model?: string;
  readonly model_version?: string;
  readonly key?: string;
  readonly error: string;
}

type Say = (line: string) => void;
type Verb = 'show' | 'retry' | 'skip';

const ENDING = `The service must run on this machine with the same DATA_DIR.

${EXIT_CODES}`;

const LIST_USAGE = `Usage: npm run tidings -- parked list [--json]

Prints a line for each document and each event that could not be applied: its id, position, place and error.

  --json   prints lines of JSON

${ENDING}`;

const ABOUT: Readonly<Record<Verb, string>> = {
  show: 'Prints what could not be applied, and its event as the log has it.',
  retry: `Tries a document again, from the event on that it is parked at. Of an event it tries whether it can be decoded now.`,
  skip: `Passes an event over for good, in a rebuild too. The reason is an event of the log.`,
};

const usageOf = (
  verb: Verb,
) => `Usage: npm run tidings -- parked ${verb} <id>${verb === 'skip' ? ' --reason <text>' : ''} [--json]

${ABOUT[verb]}

  <id>       as parked list prints it${verb === 'skip' ? '\n  --reason   at most 500 characters, without personal data' : ''}
  --json     prints lines of JSON

${ENDING}`;

function shown({ id, kind, position, tenant_id, stream, model, model_version, key, error }: Item): string {
  const place = kind === 'EVENT' ? stream : `${model} ${model_version} ${tenant_id}/${key}`;
  return `${id}  position ${position}  ${place}  ${error}`;
}

const detailed = (item: object): string =>
  Object.entries(item)
    .map(([name, value]) => `${name.padEnd(14)} ${value}`)
    .join('\n');

export async function listParked(args: readonly string[], say: Say): Promise<void> {
  const given = argumentsOf(args, [], LIST_USAGE);
  if (!given) return say(LIST_USAGE);
  await tellFromService<Item>({ command: 'parked list', args: {} }, { json: given.json, say, text: shown });
}

export const parkedCommand =
  (verb: Verb) =>
  async (args: readonly string[], say: Say): Promise<void> => {
    const usage = usageOf(verb);
    const given = argumentsOf(args, verb === 'skip' ? ['reason'] : [], usage, { operands: ['id'] });
    if (!given) return say(usage);
    const { id, reason, json } = given;
    if (verb === 'skip' && !reason?.trim()) throw new WrongUsage(`A skip needs --reason.\n\n${usage}`);
    const text = (line: object) => ('result' in line ? String(line.result) : detailed(line));
    await tellFromService<object>({ command: `parked ${verb}`, args: { id, reason } }, { json, say, text });
  };
