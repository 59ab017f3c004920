import { writePosition } from '../../catalogue/positions.js';
import { argumentsOf } from '../shared/arguments.js';
import { EXIT_CODES, WrongUsage } from '../shared/failures.js';
import { settings } from '../shared/parts.js';
import { placeIn } from '../shared/places.js';
import { tellFromService } from '../shared/service.js';
import { tenantIdOf } from '../shared/tenants.js';

const USAGE = `Usage: npm run tidings -- show <kind> <id> [--tenant <tenant>] [--conversation <id>] [--at <place>] [--diff <place>] [--json]

Shows a resource of any tenant as of a moment, without secrets. With --diff it shows what changed since another moment,
each change with the last event that made it.

  <kind>, <id>           as in the subject of an event: CONVERSATION, MESSAGE, PARTICIPANT, USER and others
  --tenant <tenant>      id or subdomain of the tenant; needed where several tenants have the id
  --conversation <id>    conversation of a PARTICIPANT
  --at <place>           position of the log or time, inclusive; default: now
  --diff <place>         position or time to compare with
  --json                 prints one line of JSON

The service must run on this machine with the same DATA_DIR.

${EXIT_CODES}`;

interface Change {
  readonly op: string;
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly event_id?: string;
}

type Line =
  | { readonly at: string; readonly shown: object }
  | { readonly from: string; readonly to: string; readonly changes: readonly Change[] };

const shownValue = (value: unknown): string => (value === undefined ? '-' : JSON.stringify(value));

const changeOf = ({ op, path, before, after, event_id }: Change): string =>
  `${op.padEnd(7)} ${path === '' ? '/' : path}: ${shownValue(before)} -> ${shownValue(after)}  ${event_id ?? ''}`;

function textOf(line: Line): string {
  if ('shown' in line) return `As of ${line.at}:\n${JSON.stringify(line.shown, null, 2)}`;
  const changes = line.changes.length === 0 ? ['Nothing changed.'] : line.changes.map(changeOf);
  return [`From ${line.from} to ${line.to}:`, ...changes].join('\n');
}

/** A place as calls write it. @throws WrongUsage */
function written(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const place = placeIn(option, text);
  return typeof place === 'number' ? writePosition(place) : place;
}

/** @throws WrongUsage, Differs, Unreadable */
export async function show(args: readonly string[], say: (line: string) => void): Promise<void> {
  const names = ['tenant', 'conversation', 'at', 'diff'] as const;
  const given = argumentsOf(args, names, USAGE, { operands: ['kind', 'id'] });
  if (!given) return say(USAGE);
  const { tenant, kind, id, conversation, json } = given;
  if (kind === 'PARTICIPANT' && conversation === undefined) throw new WrongUsage('A PARTICIPANT needs --conversation.');
  const moments = { at: written('at', given.at), diff: written('diff', given.diff) };
  const call = {
    command: 'show',
    args: {
      ...(tenant === undefined ? {} : { tenant: await tenantIdOf(settings(), tenant) }),
      kind,
      id,
      conversation,
      ...moments,
    },
  };
  await tellFromService<Line>(call, { json, say, text: textOf });
}
