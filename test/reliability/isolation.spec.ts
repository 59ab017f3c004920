import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postMessage } from '../fixtures/conversations.js';
import { createTenant } from '../fixtures/tenant.js';
import { signIn } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { compiledService } from '../support/processes/compiled-service.js';
import { childrenOf, collectorsOf, threadsOf } from '../support/processes/linux-processes.js';
import { Attacker } from './isolation/attacker.js';
import { isolate, startIsolated } from './isolation/campaign.js';

describe('while two tenants are hostile', () => {
  let tidings: Tidings;
  beforeAll(async () => {
    tidings = await startTidings();
  });
  afterAll(() => tidings.close());

  test('another is served before their work is done: eight bodies of 2 MB and sixty sign-ins', async () => {
    const [bodies, sender, quiet] = [
      await createTenant(tidings, 'bodies'),
      await createTenant(tidings, 'sign-ins'),
      await createTenant(tidings, 'quiet'),
    ];
    await quiet.conversationWithClient('c1');
    const done: string[] = [];
    const conversation_data = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, `v${n}`]));
    const headers = { ...bodies.owner.headers, 'content-type': 'application/json' };
    const post = async (_: unknown, n: number) => {
      const raw = JSON.stringify({ id: `large-${n}`, conversation_type_id: 'support', conversation_data });
      const { status } = await tidings.call('POST', '/conversations', { raw, headers });
      done.push(status === 201 ? 'body' : `${status}`);
    };
    const enter = () => signIn(tidings, sender.tenantId, 'nobody@hostile.example').then(() => done.push('sign-in'));
    const hostile = [...Array.from({ length: 8 }, post), ...Array.from({ length: 60 }, enter)];
    await signIn(tidings, quiet.tenantId);
    for (let n = 0; n < 3; n++)
      expect((await postMessage(quiet.owner, 'c1', { participant_id: 'client' })).status).toBe(201);
    done.push('quiet');
    await Promise.all(hostile);
    expect(done.slice(done.indexOf('quiet')).filter((what) => what === 'body')).not.toEqual([]);
    expect(done).toHaveLength(69);
  }, 60_000);
});

describe('a small one of the campaigns that `npm run test:isolation` runs', () => {
  const root = compiledService();

  test.skipIf(process.platform !== 'linux')(
    'shares the processors as a deployment does',
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'tidings-processors-'));
      const server = await startIsolated(root, dataDir, 512);
      let attacker: Attacker | undefined;
      try {
        attacker = await Attacker.prepare(root, 'faults', server.url);
        const collecting = collectorsOf(server.pid);
        const last = childrenOf(process.pid).filter(({ nice }) => nice === 19);
        const priorities = last.flatMap(({ pid }) => threadsOf(pid).map(({ nice }) => nice));
        expect(collecting).toHaveLength(2);
        expect(last).toHaveLength(1);
        expect(new Set(priorities)).toEqual(new Set([19]));
      } finally {
        attacker?.leave();
        await server.kill();
        rmSync(dataDir, { recursive: true });
      }
    },
    60_000,
  );

  test('finds nothing lost, doubled or refused beside two hostile tenants', async () => {
    const said: string[] = [];
    const { windows, wrong } = await isolate({
      root,
      service: root,
      seconds: 1,
      rounds: 1,
      groups: { both: ['workflows', 'bodies'], workflows: ['workflows'], 'noisy-posts': ['noisy-posts'] },
      heapMiB: 512,
      restMs: 2_000,
      warmUpMs: 0,
      say: (text) => said.push(text),
    });
    expect(windows.map(({ beside }) => beside)).toEqual(['nobody', 'both', 'workflows', 'noisy-posts']);
    for (const { beside, wrong: each, attackers, times } of windows) {
      expect([beside, each, attackers.flatMap(({ faults }) => faults)]).toEqual([beside, [], []]);
      expect(times.frame.length).toBe(times.post.length);
      if (process.platform === 'linux')
        expect(Math.max(...times.post.map(({ workedMs }) => workedMs))).toBeGreaterThan(0);
      if (beside !== 'nobody') expect(attackers.map(({ statuses }) => Object.keys(statuses).length)).not.toContain(0);
    }
    expect(wrong).toEqual([]);
  }, 180_000);
});
