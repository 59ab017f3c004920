import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interleaved } from '../../../bench/rounds.js';
import { httpClient } from '../../support/http-client.js';
import { type ServerChild, startServer } from '../crash/server-child.js';
import type { Tally } from './attack.js';
import { Attacker } from './attacker.js';
import { type AttackName, tenantAttackNames } from './attacks/table.js';
import { BusyTenant, type Errands } from './errands.js';
import { type Lived, QuietTenant } from './quiet-tenant.js';
import { METRICS_TOKEN, type Reading, ServiceProbe } from './service-probe.js';

export interface CampaignPlan {
  /** Where the attackers stand, compiled. */
  readonly root: string;
  /** Where the compiled service stands. */
  readonly service: string;
  /** Of each measured window. */
  readonly seconds: number;
  /** How often a window alone and the windows beside several are measured, in turn. */
  readonly rounds: number;
  readonly names: readonly AttackName[];
  readonly heapMiB: number;
  /** Leaves out the windows beside a single hostile tenant. */
  readonly together?: boolean;
  /** Measures errands, too. */
  readonly errands?: boolean;
  /** How long what one window left is waited for before the next. */
  readonly restMs?: number;
  readonly say: (text: string) => void;
}

/** The quiet tenant's life beside `beside`, and what the service and the hostile tenants came to. */
export interface Window extends Lived, Reading {
  readonly beside: string;
  readonly tallies: readonly Tally[];
}

export interface CampaignReport {
  readonly windows: readonly Window[];
  /** The errands of another tenant alone and beside all; without where they are left out. */
  readonly errands?: { readonly alone: Errands; readonly beside: Errands };
  /** What the quiet tenant lost or has twice, and complaints of the service. */
  readonly wrong: readonly string[];
}

const SETTLE_MS = 1_000;
export const NOBODY = 'nobody';
/** The hostile tenants of section B of issue 9. */
export const TENANTS = 'tenants';
const ALL = 'all';

export const startIsolated = (root: string, dataDir: string, heapMiB: number): Promise<ServerChild> =>
  startServer({
    root,
    dataDir,
    node: [`--max-old-space-size=${heapMiB}`],
    environment: { METRICS_TOKEN, TRUST_PROXY: '127.0.0.1', OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'fatal' },
  });

/**
 * Measures a quiet tenant beside each hostile one, then in rounds: alone, beside the hostile tenants of issue 9, and
 * beside all attackers. @throws Error when the service dies
 */
export async function isolate({
  root,
  service,
  seconds,
  rounds,
  names,
  heapMiB,
  together = false,
  errands = false,
  restMs,
  say,
}: CampaignPlan): Promise<CampaignReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-isolation-'));
  const server = await startIsolated(service, dataDir, heapMiB);
  const probe = new ServiceProbe(server);
  const attackers: Attacker[] = [];
  const windows: Window[] = [];
  const quiet = await QuietTenant.settle(httpClient(server.url));
  const busy = errands ? await BusyTenant.settle(httpClient(server.url)) : undefined;

  const besideAll = async () => {
    for (const attacker of attackers) attacker.begin();
    await sleep(SETTLE_MS);
    const found = await busy?.run(2 * seconds);
    await Promise.all(attackers.map((attacker) => attacker.end()));
    return found;
  };

  const measure = async (beside: string, among: readonly Attacker[], length: number): Promise<Window> => {
    await probe.rest(restMs);
    for (const attacker of among) attacker.begin();
    await sleep(SETTLE_MS);
    await probe.read();
    const lived = await quiet.live(length);
    const reading = await probe.read();
    const tallies = await Promise.all(among.map((attacker) => attacker.end()));
    say(`${beside}: stall ${Math.round(reading.stallMs)} ms, ${reading.peakMiB} MiB, ${lived.wrong.length} wrong`);
    return { beside, ...lived, ...reading, tallies };
  };

  const inTurn = async () => {
    const tenants = attackers.filter(({ name }) => tenantAttackNames.includes(name));
    const groups = {
      [NOBODY]: [],
      ...(tenants.length > 1 && { [TENANTS]: tenants }),
      ...((tenants.length < attackers.length || tenants.length === 1) && { [ALL]: attackers }),
    };
    const candidates = Object.entries<readonly Attacker[]>(groups).map(
      ([beside, among]) => [beside, (ms: number) => measure(beside, among, ms / 1_000)] as const,
    );
    const found = await interleaved(Object.fromEntries(candidates), {
      rounds,
      ms: seconds * 1_000,
      warmUpMs: seconds * 500,
      alternate: true,
    });
    return Object.values(found).flat();
  };

  try {
    await quiet.live(seconds);
    const alone = await busy?.run(seconds);
    for (const name of names) {
      const attacker = await Attacker.prepare(root, name, server.url);
      attackers.push(attacker);
      if (!together) windows.push(await measure(name, [attacker], seconds));
    }
    windows.unshift(...(await inTurn()));
    await probe.rest(restMs);
    const beside = alone && (await besideAll());
    await probe.rest(restMs);
    const [lost, complaints] = [await quiet.whole(), server.complaints()];
    const wrong = [...lost, ...(complaints === '' ? [] : [complaints])];
    return { windows, wrong, ...(alone && beside && { errands: { alone, beside } }) };
  } finally {
    quiet.leave();
    for (const attacker of attackers) attacker.leave();
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
