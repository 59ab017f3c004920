import { performance } from 'node:perf_hooks';
import { io } from 'socket.io-client';
import { client } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { signIn } from '../../fixtures/tokens.js';
import type { HttpClient } from '../../support/http-client.js';
import { times } from './attack.js';

const CONVERSATIONS = 100;
const MESSAGES = 1_000;
const MEMBERS = 20_000;
const LONGEST_MS = 30_000;

/** Milliseconds of each errand, by its name, and what went wrong. */
export interface Errands {
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly wrong: readonly string[];
}

/** A tenant that now and then asks for more than a message or a short list, one thing after the other. */
export class BusyTenant {
  private count = 0;
  private readonly errands: Readonly<Record<string, () => Promise<unknown>>>;

  private constructor(
    private readonly service: HttpClient,
    private readonly tenant: Tenant,
  ) {
    const { mustCall } = tenant.owner;
    this.errands = {
      'sign-in': () => this.signIn(),
      '100 conversations, participants': () => mustCall('GET', '/conversations?limit=100&includes=PARTICIPANTS'),
      '1,000 messages': () => mustCall('GET', '/conversations/long/messages?limit=1000'),
      'a search': () => mustCall('GET', '/conversations?search=harbour'),
      '100 events': () => mustCall('GET', '/events?limit=100'),
      'a resume of 1,000 messages': () => this.resume(),
      'a body of 0.6 MB': () => this.large(),
    };
  }

  static async settle(service: HttpClient): Promise<BusyTenant> {
    const tenant = await createTenant(service, 'busy');
    await tenant.conversationWithClient('long');
    await times(CONVERSATIONS, 4, (n) => tenant.conversationWithClient(`c${n}`));
    const message = { kind: 'TEXT', text: 'a harbour by night', participant_id: client().id };
    await times(MESSAGES, 8, () => tenant.owner.mustCall('POST', '/conversations/long/messages', message));
    return new BusyTenant(service, tenant);
  }

  /** Runs every errand again and again for `seconds`, at least once. */
  async run(seconds: number): Promise<Errands> {
    const found: Record<string, number[]> = Object.fromEntries(Object.keys(this.errands).map((name) => [name, []]));
    const wrong: string[] = [];
    const until = performance.now() + seconds * 1_000;
    do {
      for (const [name, errand] of Object.entries(this.errands)) {
        const began = performance.now();
        await errand().catch((error) => wrong.push(`${name}: ${error instanceof Error ? error.message : error}`));
        found[name]?.push(performance.now() - began);
      }
    } while (performance.now() < until);
    return { times: found, wrong };
  }

  private async signIn(): Promise<void> {
    const { status, text } = await signIn(this.service, this.tenant.tenantId);
    if (status !== 200) throw new Error(`${status} ${text}`);
  }

  private large(): Promise<unknown> {
    const data = Object.fromEntries(Array.from({ length: MEMBERS }, (_, n) => [`k${n}`, `value ${n} of an order`]));
    const body = { id: `large-${this.count++}`, conversation_type_id: 'support', conversation_data: data };
    return this.tenant.owner.mustCall('POST', '/conversations', body);
  }

  private async resume(): Promise<void> {
    const auth = { token: this.tenant.owner.token };
    const socket = io(this.service.url, { auth, transports: ['websocket'], reconnection: false, forceNew: true });
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${heard} frames`)), LONGEST_MS);
        let heard = 0;
        socket.on('NEW_MESSAGE', () => {
          if (++heard < MESSAGES) return;
          clearTimeout(timer);
          resolve();
        });
        socket.once('connect_error', reject);
        socket.once('connect', () => socket.emit('SUBSCRIBE', { address: 'conversations/long', after: 'p0' }));
      });
    } finally {
      socket.disconnect();
    }
  }
}
