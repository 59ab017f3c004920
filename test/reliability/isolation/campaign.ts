import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interleaved } from '../../../bench/rounds.js';
import { httpClient } from '../../support/http-client.js';
import { METRICS_TOKEN } from '../../support/metrics.js';
import { type ServerChild, startServer } from '../crash/server-child.js';
import type { Tally } from './attack.js';
import { Attacker } from './attacker.js';
import type { AttackName } from './attacks/table.js';
import { type Lived, QuietTenant } from './quiet-tenant.js';
import { type Reading, ServiceProbe } from './service-probe.js';

export interface CampaignPlan {
  /** Where the attackers are, compiled. */
  readonly root: string;
  /** Where the compiled service is. */
  readonly service: string;
  /** Of each measured window. */
  readonly seconds: number;
  /** How often each window is measured, in turn. */
  readonly rounds: number;
  /** Who attacks at the same time, by the name of the window. */
  readonly groups: Readonly<Record<string, readonly AttackName[]>>;
  readonly heapMiB: number;
  /** How long the work that one window left is waited for before the next. */
  readonly restMs?: number;
  /** Default: half of a window. */
  readonly warmUpMs?: number;
  readonly say: (text: string) => void;
}

/** The quiet tenant's life beside a group of attackers, and what the service and the attackers came to. */
export interface Window extends Lived, Reading {
  readonly beside: string;
  readonly attackers: readonly (Tally & { readonly name: AttackName })[];
}

export interface CampaignReport {
  readonly windows: readonly Window[];
  /** What the quiet tenant lost or has twice, and complaints of the service. */
  readonly wrong: readonly string[];
}

const SETTLE_MS = 1_000;
export const NOBODY = 'nobody';
/** The window of the promise. */
export const HOSTILE = 'hostile tenants';

export const startIsolated = (root: string, dataDir: string, heapMiB: number): Promise<ServerChild> =>
  startServer({
    root,
    dataDir,
    node: [`--max-old-space-size=${heapMiB}`],
    environment: { METRICS_TOKEN, TRUST_PROXY: '127.0.0.1', OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'fatal' },
  });

/** Measures a quiet tenant alone and beside each group of attackers, in turn. @throws Error when the service dies */
export async function isolate(plan: CampaignPlan): Promise<CampaignReport> {
  const { root, service, seconds, rounds, groups, heapMiB, restMs, warmUpMs = seconds * 500, say } = plan;
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-isolation-'));
  const server = await startIsolated(service, dataDir, heapMiB);
  const probe = new ServiceProbe(server);
  const attackers: Attacker[] = [];
  const quiet = await QuietTenant.settle(httpClient(server.url), server.pid);

  const measure = async (beside: string, length: number): Promise<Window> => {
    const among = attackers.filter(({ name }) => groups[beside]?.includes(name));
    await probe.rest(restMs);
    for (const attacker of among) attacker.begin();
    await sleep(SETTLE_MS);
    await probe.read();
    const lived = await quiet.live(length);
    const reading = await probe.read();
    const tallies = await Promise.all(among.map(async (each) => ({ name: each.name, ...(await each.end()) })));
    say(`${beside}: stall ${Math.round(reading.stallMs)} ms, ${reading.peakMiB} MiB, ${lived.wrong.length} wrong`);
    return { beside, ...lived, ...reading, attackers: tallies };
  };

  try {
    for (const name of new Set(Object.values(groups).flat()))
      attackers.push(await Attacker.prepare(root, name, server.url));
    const candidates = [NOBODY, ...Object.keys(groups)].map(
      (beside) => [beside, (ms: number) => measure(beside, ms / 1_000)] as const,
    );
    const windows = await interleaved(Object.fromEntries(candidates), {
      rounds,
      ms: seconds * 1_000,
      warmUpMs,
      alternate: true,
    });
    await probe.rest(restMs);
    const [lost, complaints] = [await quiet.whole(), server.complaints()];
    return { windows: Object.values(windows).flat(), wrong: [...lost, ...(complaints === '' ? [] : [complaints])] };
  } finally {
    quiet.leave();
    for (const attacker of attackers) attacker.leave();
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
