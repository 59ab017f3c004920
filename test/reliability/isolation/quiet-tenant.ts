import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { WAIT } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import type { HttpClient } from '../../support/http-client.js';
import { workedMs } from '../../support/processes/linux-processes.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';

/** What is measured: answers of two calls, and from a post to its frame. */
export const operations = ['post', 'list', 'frame'] as const;
export type Operation = (typeof operations)[number];

/** From a request to its answer or frame, in milliseconds. */
export interface Duration {
  readonly wallMs: number;
  /** Time of a processor that the main thread of the service took. A busy machine does not add to it. */
  readonly workedMs: number;
}

export type Times = Readonly<Record<Operation, readonly Duration[]>>;

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
  /** Measures the time since each post. */
  private readonly posted = new Map<string, () => Duration>();
  private readonly framed = new Set<string>();
  private readonly hooked = new Set<string>();
  private readonly wrong: string[] = [];
  private times = noTimes();
  private count = 0;

  private constructor(
    private readonly tenant: Tenant,
    private readonly socket: Socket,
    private readonly receiver: Awaited<ReturnType<typeof aReceiver>>,
    private readonly pid: number,
  ) {}

  /** `pid`: that of the service. */
  static async settle(service: HttpClient, pid: number): Promise<QuietTenant> {
    const tenant = await createTenant(service, 'quiet');
    for (let n = 0; n < CONVERSATIONS; n++) await tenant.conversationWithClient(`c${n}`);
    const receiver = await aReceiver();
    await tenant.owner.mustCall('POST', '/webhooks/features', { webhook_type: 'message.created', enabled: true });
    await tenant.owner.mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url });
    const socket = io(service.url, { auth: { token: tenant.owner.token }, transports: ['websocket'] });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    await socket.emitWithAck('SUBSCRIBE', { address: 'conversations' });
    const quiet = new QuietTenant(tenant, socket, receiver, pid);
    socket.on('NEW_MESSAGE', ({ message }) => quiet.heard(message.text));
    socket.on('GAP', () => quiet.wrong.push('a GAP frame'));
    socket.on('disconnect', (reason) => quiet.wrong.push(`the socket ended: ${reason}`));
    receiver.answers(({ body }) => {
      quiet.hooked.add(body?.data?.text);
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
    const text = `quiet ${n}`;
    this.posted.set(text, this.stopwatch());
    const body = { kind: 'TEXT', text, participant_id: 'client' };
    const path = `/conversations/c${n % CONVERSATIONS}/messages`;
    if (!(await this.timed('post', () => this.tenant.owner.call('POST', path, body, WAIT)))) this.posted.delete(text);
  }

  private async list(): Promise<void> {
    const path = `/conversations/c${this.count % CONVERSATIONS}/messages?limit=50`;
    await this.timed('list', () => this.tenant.owner.call('GET', path));
  }

  private async timed(operation: Operation, call: () => Promise<{ readonly status: number }>): Promise<boolean> {
    const duration = this.stopwatch();
    const status = await call().then(
      (answer) => answer.status,
      (error) => String(error),
    );
    this.times[operation].push(duration());
    const isFine = status === 200 || status === 201 || status === 202;
    if (!isFine) this.wrong.push(`${operation}: ${status}`);
    return isFine;
  }

  private heard(text: string): void {
    const duration = this.posted.get(text);
    if (duration && this.framed.has(text)) this.wrong.push(`a second frame for ${text}`);
    else if (duration) this.times.frame.push(duration());
    this.framed.add(text);
  }

  private stopwatch(): () => Duration {
    const [began, worked] = [performance.now(), workedMs(this.pid)];
    return () => ({ wallMs: performance.now() - began, workedMs: workedMs(this.pid) - worked });
  }
}

const noTimes = (): Record<Operation, Duration[]> => ({ post: [], list: [], frame: [] });
