import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { processRoles } from '../../src/engine/effects/worker-host.js';
import { enginesFor } from '../support/engines.js';
import { type Fleet, type Member, newFleet } from '../support/processes/fleet.js';
import { startProxy, type TcpProxy } from '../support/servers/tcp-proxy.js';
import { hostOf, NO_SERVER, SERVER } from './eventstoredb/eventstoredb.fixture.js';
import { killableServer, type Posters, postersOf } from './service-outage.fixture.js';

const START = process.env.TEST_EVENT_STORE_START;
const NO_START = 'skipped, as TEST_EVENT_STORE_START names no script that starts a server';

/** How the line fails, and for how long at most. */
const OUTAGES: Readonly<Record<string, (proxy: TcpProxy) => Promise<void>>> = {
  'is cut': async (proxy) => {
    proxy.cut();
    await sleep(7_000);
  },
  'stalls at some step': async (proxy) => {
    proxy.stall(1 + Math.floor(Math.random() * 20));
    await sleep(6_500);
  },
  'swallows answers from some step on': async (proxy) => {
    proxy.dropAnswers(Math.floor(Math.random() * 20));
    await sleep(2_000);
    proxy.cut();
  },
};

const told = (what: string, healed: readonly number[], { count, story }: Posters) => {
  const refusals = JSON.stringify(Object.fromEntries(story.refusals));
  process.stderr.write(`${what}: well again after ${healed} ms, ${count} acknowledged, refused ${refusals}\n`);
};

describe.skipIf(!SERVER)(`a service whose line to the event store fails${SERVER ? '' : `: ${NO_SERVER}`}`, () => {
  let fleet: Fleet;
  let proxy: TcpProxy;
  let member: Member;

  beforeAll(async () => {
    const { host, port } = hostOf(SERVER ?? '');
    proxy = await startProxy(host, port);
    fleet = newFleet();
    const named = new URL((enginesFor(fleet.dataDir).EVENT_STORE_URL ?? '').replace(/^\w+/, 'http'));
    const url = `kurrentdb://127.0.0.1:${proxy.port}${named.search}`;
    member = await fleet.start(processRoles, { EVENT_STORE_URL: url });
  }, 120_000);
  afterEach(() => proxy.resume());
  afterAll(async () => {
    await fleet?.close();
    await proxy?.close();
  });

  test.for(Object.keys(OUTAGES))(
    'loses and doubles nothing when it %s, and is well again within 5 s',
    { timeout: 90_000 },
    async (name) => {
      const posters = await postersOf(member, `line-${Object.keys(OUTAGES).indexOf(name)}`);
      const healed: number[] = [];
      for (let round = 0; round < 2; round++) {
        await posters.progress(100);
        await OUTAGES[name]?.(proxy);
        await posters.notReady();
        expect(await posters.isAlive()).toBe(true);
        proxy.resume();
        healed.push(await posters.wellAgain());
      }
      await posters.settle();
      told(`line ${name}`, healed, posters);
      expect(member.told).not.toContain('The request failed with an unexpected error');
    },
  );
});

describe.skipIf(!START)(`a service whose event store is killed under load${START ? '' : `: ${NO_START}`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-es-'));
  const server = killableServer(START ?? '', folder);
  let fleet: Fleet;
  afterAll(async () => {
    await fleet?.close();
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test('loses and doubles nothing, and is well again within 5 s of its return', async () => {
    fleet = newFleet({ EVENT_STORE_URL: await server.start(), EVENT_STORE_MAY_LOSE: 'false' });
    const member = await fleet.start(processRoles);
    const posters = await postersOf(member, 'killed');
    const healed: number[] = [];
    for (let round = 0; round < 3; round++) {
      await posters.progress(300);
      server.kill();
      await posters.notReady();
      await server.start();
      healed.push(await posters.wellAgain());
    }
    await posters.settle();
    told('killed', healed, posters);
    expect(member.told).not.toContain('The request failed with an unexpected error');
  }, 120_000);
});
