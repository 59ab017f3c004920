import { writePosition } from '../../catalogue/positions.js';
import { argumentsOf } from '../shared/arguments.js';
import { EXIT_CODES, WrongUsage } from '../shared/failures.js';
import { settings } from '../shared/parts.js';
import { placeIn } from '../shared/places.js';
import { tellFromService } from '../shared/service.js';
import { tenantIdOf } from '../shared/tenants.js';

const USAGE = `Usage: npm run tidings -- replay webhooks --tenant <tenant> --from <place> --to <place> [--json]

Sends the webhooks of a tenant again, as POST /webhooks/replay does. The deliveries queue behind those that wait.

  --tenant <tenant>   id or subdomain of the tenant
  --from, --to        two positions of the log or two times, inclusive
  --json              prints the replay as JSON

The service must run on this machine with the same DATA_DIR.

${EXIT_CODES}`;

interface Replayed {
  readonly id: string;
  readonly status: string;
  readonly deliveries: number;
}

/** @throws WrongUsage, Differs, Unreadable */
export async function replayWebhooks(args: readonly string[], say: (line: string) => void): Promise<void> {
  const given = argumentsOf(args, ['tenant', 'from', 'to'], USAGE);
  if (!given) return say(USAGE);
  const { tenant, json } = given;
  if (tenant === undefined || given.from === undefined || given.to === undefined) throw new WrongUsage(USAGE);
  const [from, to] = [placeIn('from', given.from), placeIn('to', given.to)];
  if (typeof from !== typeof to) throw new WrongUsage('--from and --to must be two positions or two times.');
  const range =
    typeof from === 'number' && typeof to === 'number'
      ? { from_position: writePosition(from), to_position: writePosition(to) }
      : { from: String(from), to: String(to) };
  const call = { command: 'replay webhooks', args: { tenant: await tenantIdOf(settings(), tenant), ...range } };
  const text = ({ id, status, deliveries }: Replayed) =>
    `The replay ${id} is ${status}: ${deliveries} deliveries so far.`;
  await tellFromService<Replayed>(call, { json, say, text });
}
