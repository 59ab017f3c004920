import { createTenant } from '../../fixtures/tenant.js';
import { httpClient } from '../../support/http-client.js';
import { counted, type Onslaught, type Tally } from './attack.js';
import { type AttackName, attacks } from './attacks/table.js';

export type Order = 'begin' | 'end' | 'leave';
export type Report = { readonly state: 'ready' | 'ended'; readonly tally: Tally } | { readonly failure: string };

const [name, url] = process.argv.slice(2) as [AttackName, string];
const say = (report: Report) => process.send?.(report);
let tally: Tally = { statuses: {}, faults: [] };
let goesOn = false;
let under: Promise<void> = Promise.resolve();

async function prepare(): Promise<Onslaught> {
  const service = httpClient(url);
  const { call } = service;
  const asCounted: typeof call = (...asked) => counted({ ...service, call }, tally).call(...asked);
  const client = { ...service, call: asCounted };
  const hostile = await createTenant(client, `hostile-${name}`);
  return attacks[name]({ service: client, hostile });
}

try {
  const onslaught = await prepare();
  process.on('message', async (order: Order) => {
    if (order === 'leave') process.exit(0);
    goesOn = order === 'begin';
    if (goesOn) {
      tally = { statuses: {}, faults: [] };
      under = onslaught(() => goesOn);
      return;
    }
    await under;
    say({ state: 'ended', tally });
  });
  say({ state: 'ready', tally });
} catch (error) {
  say({ failure: String(error instanceof Error ? error.stack : error) });
}
