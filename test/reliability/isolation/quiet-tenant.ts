import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { WAIT } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import type { HttpClient } from '../../support/http-client.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';

/** What is measured, in milliseconds: answers of two calls, and from the post to its frame and its webhook. */
export const measures = ['post', 'list', 'frame', 'webhook'] as const;
export type Measure = (typeof measures)[number];
export type Times = Readonly<Record<Measure, readonly number[]>>;

/** What went wrong; empty when all is well. */
export interface Lived {
  readonly times: Times;
  readonly wrong: readonly string[];
}

/** Between two posts; the next comes whether or not the one before is answered. */
const EVERY_MS = 50;
/** How long frames and webhooks of the last posts are waited for. */
const LONGEST_MS = 15_000;
const CONVERSATIONS = 4;

/** A tenant that posts a message 20 times a second, reads a list each time, and listens by socket and webhook. */
export class QuietTenant {
  private readonly posted = new Map<string, { readonly atMs: number; readonly conversation: string }>();
  private readonly framed = new Map<string, number>();
  private readonly hooked = new Map<string, number>();
  private readonly wrong: string[] = [];
  private times = noTimes();
  private count = 0;

  private constructor(
    private readonly tenant: Tenant,
    private readonly socket: Socket,
    private readonly receiver: Awaited<ReturnType<typeof aReceiver>>,
  ) {}

  static async settle(service: HttpClient): Promise<QuietTenant> {
    const tenant = await createTenant(service, 'quiet');
    for (let n = 0; n < CONVERSATIONS; n++) await tenant.conversationWithClient(`c${n}`);
    const receiver = await aReceiver();
    await tenant.owner.mustCall('POST', '/webhooks/features', { webhook_type: 'message.created', enabled: true });
    await tenant.owner.mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url });
    const socket = io(service.url, { auth: { token: tenant.owner.token }, transports: ['websocket'] });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    await socket.emitWithAck('SUBSCRIBE', { address: 'conversations' });
    const quiet = new QuietTenant(tenant, socket, receiver);
    socket.on('NEW_MESSAGE', ({ message }) => quiet.heard('frame', quiet.framed, message.text));
    socket.on('GAP', () => quiet.wrong.push('a GAP frame'));
    socket.on('disconnect', (reason) => quiet.wrong.push(`the socket ended: ${reason}`));
    receiver.answers(({ body }) => {
      quiet.heard('webhook', quiet.hooked, body?.data?.text);
      return 204;
    });
    return quiet;
  }

  /** Lives for `seconds`; resolves when all that it posted has arrived, or is late. */
  async live(seconds: number): Promise<Lived> {
    this.times = noTimes();
    this.wrong.length = 0;
    const known = new Set(this.posted.keys());
    const under: Promise<void>[] = [];
    const until = performance.now() + seconds * 1_000;
    while (performance.now() < until) {
      under.push(this.post(), this.list());
      await sleep(EVERY_MS);
    }
    await Promise.all(under);
    const last = performance.now() + LONGEST_MS;
    while (performance.now() < last && !this.hasAllArrived) await sleep(50);
    for (const text of this.posted.keys()) {
      if (known.has(text)) continue;
      if (!this.framed.has(text)) this.wrong.push(`no frame for ${text}`);
      if (!this.hooked.has(text)) this.wrong.push(`no webhook for ${text}`);
    }
    return { times: this.times, wrong: [...this.wrong] };
  }

  /** Every message that was acknowledged is there once, in sequences without holes. */
  async whole(): Promise<readonly string[]> {
    const wrong: string[] = [];
    const found = new Map<string, number>();
    for (let n = 0; n < CONVERSATIONS; n++) {
      for (let last = 0, more = true; more; ) {
        const path = `/conversations/c${n}/messages?order=ASC&limit=1000&last_sequence=${last}`;
        const { body } = await this.tenant.owner.mustCall('GET', path);
        for (const { text, sequence } of body.messages) {
          if (sequence !== ++last) wrong.push(`c${n} has ${sequence} where ${last} is due`);
          found.set(text, (found.get(text) ?? 0) + 1);
        }
        more = body.has_more;
      }
    }
    for (const text of this.posted.keys()) if (!found.has(text)) wrong.push(`${text} is lost`);
    for (const [text, count] of found) if (count > 1) wrong.push(`${text} is there ${count} times`);
    return wrong;
  }

  leave(): void {
    this.socket.removeAllListeners('disconnect').disconnect();
    void this.receiver.close();
  }

  private get hasAllArrived(): boolean {
    return this.framed.size >= this.posted.size && this.hooked.size >= this.posted.size;
  }

  private async post(): Promise<void> {
    const n = this.count++;
    const [text, conversation] = [`quiet ${n}`, `c${n % CONVERSATIONS}`];
    const atMs = performance.now();
    this.posted.set(text, { atMs, conversation });
    const body = { kind: 'TEXT', text, participant_id: 'client' };
    const path = `/conversations/${conversation}/messages`;
    if (!(await this.timed('post', () => this.tenant.owner.call('POST', path, body, WAIT)))) this.posted.delete(text);
  }

  private async list(): Promise<void> {
    const path = `/conversations/c${this.count % CONVERSATIONS}/messages?limit=50`;
    await this.timed('list', () => this.tenant.owner.call('GET', path));
  }

  private async timed(measure: Measure, call: () => Promise<{ readonly status: number }>): Promise<boolean> {
    const began = performance.now();
    const status = await call().then(
      (answer) => answer.status,
      (error) => String(error),
    );
    this.times[measure].push(performance.now() - began);
    const isFine = status === 200 || status === 201 || status === 202;
    if (!isFine) this.wrong.push(`${measure}: ${status}`);
    return isFine;
  }

  private heard(measure: Measure, among: Map<string, number>, text: string): void {
    const known = this.posted.get(text);
    if (known && !among.has(text)) this.times[measure].push(performance.now() - known.atMs);
    else if (known && measure === 'frame') this.wrong.push(`a second frame for ${text}`);
    among.set(text, performance.now());
  }
}

const noTimes = (): Record<Measure, number[]> => ({ post: [], list: [], frame: [], webhook: [] });
