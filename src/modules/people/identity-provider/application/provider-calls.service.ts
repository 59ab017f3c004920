import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { QueueLengths } from '../../../../engine/effects/queue-lengths.js';
import { QueueFull } from '../../../../fairness/queue/fair-bounds.js';
import { FairRunner, type Turn } from '../../../../fairness/queue/fair-runner.js';
import { SECOND } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import {
  type Incoming,
  OUTBOUND_HTTP,
  type OutboundHttp,
  type Outgoing,
  OutgoingFailure,
} from '../../../../ports/delivery/outbound-http.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';

/** For all calls of one sign-in together, and for its place in the queue. */
const TIMEOUT_MS = 10 * SECOND;
/** Before a sign-in gives its place to others. */
const SLOW_MS = 2 * SECOND;
const RETRY_SECONDS = 5;
/** A tenant whose provider hangs takes up its own places alone. */
const BOUNDS = {
  running: { total: 256, perTenant: 8 },
  spare: 96,
  waiting: { total: 2_048, perTenant: 128 },
};

export interface ProviderRequest extends Omit<Outgoing, 'tenantId' | 'timeoutMs' | 'maxBytes'> {
  /** A redirect is an answer, which shows that the URL is wrong. */
  readonly redirects?: true;
}
/** @throws Rejection `errors.identity_provider.unavailable` unless the answer is 2xx or 4xx and short enough */
export type CallProvider = (request: ProviderRequest) => Promise<Incoming>;

/** A slow call gives its place to others, and its outcome needs none. */
async function givingAway<T>(turn: Turn, outcome: Promise<T>): Promise<T> {
  const slow = setTimeout(() => turn.yield(outcome).catch(() => undefined), SLOW_MS);
  return outcome.finally(() => clearTimeout(slow));
}

/** Calls to the identity providers of tenants, in turns of the fair queue and through the guard of outgoing calls. */
@Injectable()
export class ProviderCalls {
  private readonly turns = new FairRunner(BOUNDS);

  constructor(
    @Inject(OUTBOUND_HTTP) private readonly outside: OutboundHttp,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(QueueLengths) queues: QueueLengths,
  ) {
    queues.add('identity-provider', () => this.turns.waiting);
  }

  /**
   * Runs all calls of one sign-in within 10 seconds. Those who ask with the same key meanwhile share one outcome.
   * @throws Rejection `errors.identity_provider.unavailable`, and what `work` throws
   */
  async run<T>(tenantId: string, work: (call: CallProvider) => Promise<T>, key?: string): Promise<T> {
    const endsMs = this.clock.monotonic() + TIMEOUT_MS;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const entry = { tenantId, priority: 'interactive', signal, ...(key === undefined ? {} : { key }) } as const;
      return await this.turns.run(entry, (turn) => {
        const outcome = work((request) => this.call(tenantId, request, endsMs - this.clock.monotonic()));
        return givingAway(turn, outcome);
      });
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === 'TimeoutError';
      if (error instanceof QueueFull || isLate) return this.unavailable(tenantId, 'queue');
      throw error;
    }
  }

  /** All failures give the same error. The reason is logged without the address. @throws Rejection */
  unavailable(tenantId: string, reason: string): never {
    this.logger.warn({ tenantId, reason }, 'The identity provider of a tenant did not answer as it must');
    return reject('errors.identity_provider.unavailable', { retry_after: RETRY_SECONDS });
  }

  private async call(
    tenantId: string,
    { redirects, ...request }: ProviderRequest,
    timeoutMs: number,
  ): Promise<Incoming> {
    if (timeoutMs <= 0) return this.unavailable(tenantId, 'timeout');
    const headers = { accept: 'application/json', 'user-agent': 'Tidings', ...request.headers };
    const bounds = { timeoutMs, maxBytes: limits.providerAnswerBytes };
    try {
      const answer = await this.outside.send({ ...request, tenantId, headers, ...bounds });
      if (answer.isCut) return this.unavailable(tenantId, 'too_long');
      const kind = Math.floor(answer.status / 100);
      const isFinal = kind === 2 || kind === 4 || (kind === 3 && redirects);
      return isFinal ? answer : this.unavailable(tenantId, `status ${answer.status}`);
    } catch (error) {
      if (error instanceof OutgoingFailure) return this.unavailable(tenantId, error.fault);
      throw error;
    }
  }
}
