import { Inject, Injectable } from '@nestjs/common';
import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { QueueFull } from '../../../../fairness/queue/fair-bounds.js';
import { FairRunner } from '../../../../fairness/queue/fair-runner.js';
import { SECOND } from '../../../../kernel/instant.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { innerId } from '../../../../kernel/stream.js';
import { lruCache } from '../../../../lib/lru-cache.js';
import { DNS_RESOLVER, type DnsResolver, NameUnanswered } from '../../../../ports/delivery/dns-resolver.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import type { Priority } from '../../../../ports/process/priority.js';

const NAME = '_tidings.';
const VALUE = 'tidings-verification=';
/** Least time between two look-ups for one custom domain, for any number of calls. */
const PAUSE_MS = SECOND;
const RETRY_SECONDS = 3;
/** Look-ups under way. Some places are only for a person who waits. */
const BOUNDS = {
  running: { total: 256, perTenant: 2 },
  reserved: { total: 32, perTenant: 1 },
  spare: 96,
  waiting: { total: 1_024, perTenant: 16 },
};

/** `unanswered`: the name servers of the domain gave no answer. */
export type Proof = 'proven' | 'missing' | 'unanswered';

/** A custom domain that a tenant has requested. */
export interface DomainRequest {
  readonly domain: string;
  readonly requestId: string;
}

interface Looked {
  readonly proof: Proof;
  readonly atMs: number;
}

/** The TXT records that prove domains, and the look-ups for them. */
@Injectable()
export class DomainProofs {
  private readonly turns = new FairRunner(BOUNDS);
  private readonly recent = lruCache<string, Looked>({ bytes: cacheBudgets.domainProofs });

  constructor(
    @Inject(DNS_RESOLVER) private readonly dns: DnsResolver,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The record that proves a request. Its token follows from the master key and is stored nowhere. */
  record(tenantId: string, { domain, requestId }: DomainRequest): { readonly name: string; readonly value: string } {
    const token = this.secrets.digest('domain-verification', innerId(tenantId, requestId));
    return { name: NAME + domain, value: VALUE + token };
  }

  /** @throws Rejection `errors.rate_limited` */
  async look(tenantId: string, request: DomainRequest, priority: Priority): Promise<Proof> {
    const noted = this.recent.get(request.requestId);
    if (noted && this.clock.monotonic() - noted.atMs < PAUSE_MS) return noted.proof;
    const entry = { tenantId, priority, key: request.requestId };
    const proof = await this.turns
      .run(entry, () => this.ask(tenantId, request))
      .catch((error) => {
        if (!(error instanceof QueueFull)) throw error;
        throw new Rejection('errors.rate_limited', [], { retry_after: RETRY_SECONDS });
      });
    this.recent.set(request.requestId, { proof, atMs: this.clock.monotonic() });
    return proof;
  }

  private async ask(tenantId: string, request: DomainRequest): Promise<Proof> {
    const { name, value } = this.record(tenantId, request);
    try {
      return (await this.dns.txt(name)).includes(value) ? 'proven' : 'missing';
    } catch (error) {
      if (error instanceof NameUnanswered) return 'unanswered';
      throw error;
    }
  }
}
