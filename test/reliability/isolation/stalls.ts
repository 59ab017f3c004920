import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grid } from '../../../bench/table.js';
import type { Caller } from '../../fixtures/caller.js';
import { createTenant } from '../../fixtures/tenant.js';
import { httpClient } from '../../support/http-client.js';
import { startIsolated } from './campaign.js';
import { ServiceProbe } from './service-probe.js';
import { type StallScenario, stallScenarios } from './stall-scenarios.js';

export interface Stall {
  readonly scenario: StallScenario;
  /** The longest stall of each try. */
  readonly triesMs: readonly number[];
}

const TRIES = 3;

/** Other processes of the machine only add to a stall, so the shortest of the tries counts. */
const shortest = ({ triesMs }: Stall): number => Math.min(...triesMs);

/** How long each scenario holds the event loop of a service that does nothing else. */
export async function measureStalls(
  root: string,
  heapMiB: number,
  say: (text: string) => void,
): Promise<readonly Stall[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-stalls-'));
  let server = await startIsolated(root, dataDir, heapMiB);
  let probe = new ServiceProbe(server);
  const stalls: Stall[] = [];
  try {
    const { owner } = await createTenant(httpClient(server.url), 'stalls');
    let caller: Caller = owner;
    for (const scenario of stallScenarios) {
      await scenario.prepare?.(caller);
      const triesMs: number[] = [];
      for (let n = 0; n < TRIES; n++) {
        if (scenario.isAfterStart) {
          await server.kill();
          server = await startIsolated(root, dataDir, heapMiB);
          probe = new ServiceProbe(server);
          caller = owner.at(httpClient(server.url));
        }
        await probe.rest();
        await probe.read();
        await scenario.act(caller);
        triesMs.push((await probe.read()).stallMs);
      }
      stalls.push({ scenario, triesMs });
      say(`${scenario.line} ${scenario.what}: ${triesMs.map((ms) => Math.round(ms)).join(', ')} ms`);
    }
    return stalls;
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export function stallTable(stalls: readonly Stall[]): string {
  const lines = stalls.map((stall) => {
    const { line, what, mostMs } = stall.scenario;
    return [line, what, `${Math.round(shortest(stall))}`, `${mostMs}`, shortest(stall) <= mostMs ? 'yes' : 'NO'];
  });
  return grid([['line', 'what', 'stall ms', 'at most', 'kept'], ...lines]);
}

export const longStalls = (stalls: readonly Stall[]): readonly string[] =>
  stalls
    .filter((stall) => shortest(stall) > stall.scenario.mostMs)
    .map((stall) => `${stall.scenario.what} holds the event loop for ${Math.round(shortest(stall))} ms`);
