import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { allMessages, type Conversation, postMessage } from '../fixtures/conversations.js';
import { createTenant } from '../fixtures/tenant.js';
import { newStory, postSurely } from '../support/posters.js';
import type { Member } from '../support/processes/fleet.js';

const CLIENTS = 16;
const CONVERSATIONS = 4;
const WELL_AGAIN_MS = 5_000;

/** Sixteen clients who post without end, each message under a key and a source id of its own, and do as they are told. */
export async function postersOf(member: Member, subdomain: string) {
  const tenant = await createTenant(member, subdomain);
  const { owner } = tenant;
  const conversations: Conversation[] = [];
  for (let n = 0; n < CONVERSATIONS; n++) conversations.push(await tenant.conversation(`c${n}`));

  const story = newStory();
  const messagesOf = (n: number) => conversations[n % CONVERSATIONS]?.messages ?? '';
  let posting = true;
  let probes = 0;
  const posters = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let n = 0; posting && story.odd.length === 0; n++) {
      const key = `${client}-${n}`;
      const body = { kind: 'TEXT', text: key, source_id: `source-${key}` };
      await postSurely(story, () => owner, messagesOf(client), { key, body });
    }
  });

  const isReady = async () => (await member.call('GET', '//health/ready')).status === 200;
  const untilAsked = async (wanted: boolean, ms: number) =>
    expect.poll(isReady, { timeout: ms, interval: 20 }).toBe(wanted);

  return {
    story,
    get count() {
      return story.acknowledged.size;
    },
    /** Some more are acknowledged. */
    async progress(more: number) {
      const wanted = story.acknowledged.size + more;
      const isFar = () => story.acknowledged.size >= wanted || story.odd.length > 0;
      await expect.poll(isFar, { timeout: 20_000, interval: 10 }).toBe(true);
      expect(story.odd).toEqual([]);
    },
    notReady: () => untilAsked(false, 10_000),
    /** How long from now until a post is taken, a read answers it, and it is ready. */
    async wellAgain(): Promise<number> {
      const since = performance.now();
      const key = `probe-${++probes}`;
      const body = { kind: 'TEXT', text: key, source_id: `source-${key}` };
      let position: string | undefined;
      while (position === undefined) {
        const headers = { 'idempotency-key': key };
        const answer = await owner.call('POST', messagesOf(probes), body, headers);
        if (answer.status < 300) {
          story.acknowledged.set(key, answer.body.id);
          position = answer.headers.get('tidings-position') ?? '';
        } else await sleep(20);
      }
      const headers = { 'tidings-position': position };
      const read = async () => (await owner.call('GET', `${messagesOf(probes)}?limit=1`, undefined, headers)).status;
      await expect.poll(read, { timeout: 20_000, interval: 20 }).toBe(200);
      await untilAsked(true, WELL_AGAIN_MS);
      const ms = Math.round(performance.now() - since);
      expect(ms).toBeLessThan(WELL_AGAIN_MS);
      return ms;
    },
    isAlive: async () => (await member.call('GET', '//health/live')).status === 200,
    /** Nothing acknowledged is lost, nothing is there twice, no refusal was odd. */
    async settle() {
      posting = false;
      await Promise.all(posters);
      expect([story.odd, story.broken, member.isAlive]).toEqual([[], 0, true]);
      const seen = new Map<string, string>();
      for (const { id } of conversations) {
        const { headers } = await postMessage(owner, id, { text: 'the end' });
        const messages = await allMessages(owner, id, headers.get('tidings-position') ?? '');
        expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, i) => i + 1));
        for (const message of messages.slice(0, -1)) {
          expect(seen.has(message.text), `${message.text} twice`).toBe(false);
          seen.set(message.text, message.id);
        }
      }
      expect(seen).toEqual(story.acknowledged);
    },
  };
}

export type Posters = Awaited<ReturnType<typeof postersOf>>;

/** Starts and kills the server that TEST_EVENT_STORE_START starts: `<script> <port> disk <folder>` says `<pid> <url>`. */
export function killableServer(script: string, folder: string) {
  let pid: number | undefined;
  const port = new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
  return {
    async start(): Promise<string> {
      const { stdout } = await promisify(execFile)(script, [String(await port), 'disk', folder], { timeout: 60_000 });
      const [started, url = ''] = stdout.trim().split('\n').at(-1)?.split(' ') ?? [];
      pid = Number(started);
      return url;
    },
    kill(): void {
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      pid = undefined;
    },
  };
}
