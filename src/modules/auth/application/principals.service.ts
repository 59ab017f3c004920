import { Inject, Injectable } from '@nestjs/common';
import { cacheBudgets } from '../../../catalogue/limits/cache-budgets.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { Command } from '../../../kernel/command.js';
import type { Decider } from '../../../kernel/decider.js';
import type { Event } from '../../../kernel/event.js';
import { SECOND } from '../../../kernel/instant.js';
import { lruCache } from '../../../kernel/lru-cache.js';
import type { ResourceRecord } from '../../../kernel/resource.js';
import { CLOCK, type Clock } from '../../../ports/clock.js';
import { type ApiKey, apiKey } from '../../api-key/domain/api-key.resource.js';
import { type Tenant, tenant } from '../../tenant/domain/tenant.resource.js';
import { type User, user } from '../../user/domain/user.resource.js';
import { whenKnown } from './when-known.js';

/** Where other processes write too: how old a state may be that access is granted on. What this process writes counts at once. */
const FRESH_MS = 2 * SECOND;

type Maybe<T> = T | undefined;

/** A state and the time of the monotonic clock at which it was read. */
interface Noted {
  readonly state: unknown;
  readonly atMs: number;
}

/** Reads the owner of a credential from the log, so that a deletion or change holds at once. */
@Injectable()
export class Principals {
  private readonly lately = lruCache<string, Noted>({ bytes: cacheBudgets.principals });

  constructor(
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  user(tenantId: string, id: string): Maybe<ResourceRecord<User>> | Promise<Maybe<ResourceRecord<User>>> {
    return whenKnown(this.stateOf(user.decider, tenantId, id), ({ record }) => record);
  }

  apiKey(tenantId: string, id: string): Maybe<ResourceRecord<ApiKey>> | Promise<Maybe<ResourceRecord<ApiKey>>> {
    return whenKnown(this.stateOf(apiKey.decider, tenantId, id), ({ record }) => record);
  }

  tenant(id: string): Maybe<ResourceRecord<Tenant>> | Promise<Maybe<ResourceRecord<Tenant>>> {
    return whenKnown(this.stateOf(tenant.decider, id, id), ({ record }) => record);
  }

  private stateOf<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    tenantId: string,
    id: string,
  ): S | Promise<S> {
    const known = this.runner.known(decider, tenantId, id);
    if (known !== undefined) return known;
    const key = `${decider.category}-${tenantId}_${id}`;
    const noted = this.lately.get(key);
    const own = this.runner.lately(decider, tenantId, id);
    if (noted && own !== undefined && own !== noted.state) return this.note(key, own);
    if (noted && this.clock.monotonic() - noted.atMs < FRESH_MS) return noted.state as S;
    return this.runner.peek(decider, tenantId, id).then((state) => this.note(key, state));
  }

  private note<S>(key: string, state: S): S {
    this.lately.set(key, { state, atMs: this.clock.monotonic() });
    return state;
  }
}
