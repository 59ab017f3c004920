import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { processRoles } from '../../../src/engine/effects/worker-host.js';
import { createTenant } from '../../fixtures/tenant.js';
import { listenerOf } from '../../realtime/listener.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import { type Fleet, type Member, newFleet } from '../../support/processes/fleet.js';

/** It takes half a second; where others have the processor, more. */
const IDLE_LEAVES_WITHIN_MS = 2_000;

let fleet: Fleet;
afterEach(() => fleet.close());

async function aService(): Promise<Member> {
  fleet = newFleet();
  return fleet.start(processRoles, { RATE_LIMITS: 'off' });
}

/** Put in the place of a module, so that a start never gets past loading it. */
const HELD_BACK = `
  process.stderr.write('loading');
  await new Promise(() => setInterval(() => {}, 60_000));
  export const createApp = undefined, startApp = undefined;`;

const heldBack = (module: string) => {
  const hooks = `
    import { registerHooks } from 'node:module';
    const held = { format: 'module', source: ${JSON.stringify(HELD_BACK)}, shortCircuit: true };
    registerHooks({ load: (url, context, next) => url.endsWith(${JSON.stringify(module)}) ? held : next(url, context) });`;
  return `data:text/javascript,${encodeURIComponent(hooks)}`;
};

/** A start that does not come to an end, as soon as it has said `what`. */
async function starting(environment: Readonly<Record<string, string>>, what: string, ...options: readonly string[]) {
  fleet = newFleet();
  const child = spawn(process.execPath, [...options, join(compiledService(), 'src/main.js')], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: fleet.dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk) => {
      told += chunk;
    });
  }
  await expect.poll(() => told, { timeout: 20_000 }).toContain(what);
  return child;
}

describe('a process that is asked to end while it starts', () => {
  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends on %s while it still loads', async (signal) => {
    const child = await starting({}, 'loading', '--import', heldBack('/create-app.js'));
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('ends while it waits for a store that is away', async () => {
    const away = { EVENT_STORE_URL: 'kurrentdb://127.0.0.1:1?tls=false', LOG_LEVEL: 'error' };
    const child = await starting(away, 'store');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('a process that is asked to end', () => {
  test.for(['SIGINT', 'SIGTERM'] as const)(
    'ends well and within moments of %s when nobody asks anything',
    async (signal) => {
      const member = await aService();
      const { owner } = await createTenant(member, 'acme');
      const listener = await listenerOf(owner);
      await listener.subscribe('conversations');
      const { ms, code } = await member.leave(signal);
      expect([code, member.told.replace(/\nTidings listens.*\nNext: .*\n(The app is at .*\n)?/, '')]).toEqual([0, '']);
      expect(ms).toBeLessThan(IDLE_LEAVES_WITHIN_MS);
      listener.close();
    },
  );

  test('is not ready from then on, still answers whoever asks, each connection for the last time', async () => {
    const member = await aService();
    const { owner } = await createTenant(member, 'acme');
    const read = () => owner.call('GET', '/conversations');
    expect((await member.call('GET', '//health/ready')).status).toBe(200);
    expect((await read()).headers.get('connection')).toBe('keep-alive');
    const left = member.leave();
    await expect.poll(async () => (await member.call('GET', '//health/ready')).status, { interval: 5 }).toBe(503);
    expect((await member.call('GET', '//health/live')).status).toBe(200);
    for (let n = 0; n < 10; n++) {
      const { status, headers } = await read();
      expect([status, headers.get('connection')]).toEqual([200, 'close']);
      await sleep(100);
    }
    expect((await left).code).toBe(0);
  });

  test('leaves after ten seconds though it is asked without end, and finishes what it has begun', async () => {
    const member = await aService();
    const { owner } = await createTenant(member, 'acme');
    let [answered, untaken] = [0, 0];
    const odd: unknown[] = [];
    const left = member.leave();
    const asking = async () => {
      while (untaken === 0) {
        await owner.call('GET', '/users').then(
          ({ status, text }) => (status === 200 ? answered++ : odd.push(text)),
          // Reset: it came to the door and was not let in any more.
          (error) => (['ECONNREFUSED', 'ECONNRESET'].includes(error.code) ? untaken++ : odd.push(error)),
        );
      }
    };
    await Promise.all([asking(), asking(), asking()]);
    const { ms, code } = await left;
    expect([code, odd]).toEqual([0, []]);
    expect(answered).toBeGreaterThan(100);
    expect(ms).toBeGreaterThan(9_000);
    expect(ms).toBeLessThan(13_000);
  });

  test('ends at once when it is asked again, and loses nothing by that', async () => {
    const member = await aService();
    const { owner } = await createTenant(member, 'acme');
    const busy = setInterval(() => void owner.call('GET', '/users').catch(() => {}), 50);
    const left = member.leave();
    await sleep(700);
    expect(member.isAlive).toBe(true);
    expect((await member.leave()).code).toBe(0);
    expect((await left).ms).toBeLessThan(2_000);
    clearInterval(busy);
    const again = await fleet.start(processRoles);
    expect((await owner.at(again).call('GET', '/users')).status).toBe(200);
  });

  test('has its sockets come back by themselves', async () => {
    const member = await aService();
    const { owner } = await createTenant(member, 'acme');
    const listener = await listenerOf(owner, { reconnection: true, reconnectionDelay: 50 });
    const reasons: string[] = [];
    listener.socket.on('disconnect', (reason) => reasons.push(reason));
    await member.leave();
    expect(reasons).toEqual(['transport close']);
    expect(listener.socket.active).toBe(true);
    listener.close();
  });
});
