import { Inject, Injectable } from '@nestjs/common';
import { apiKeysOf } from '../../../../../projections/api-key/reads.js';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { usersOf } from '../../../../../projections/user/reads.js';
import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Command } from '../../../../kernel/command.js';
import type { Decider } from '../../../../kernel/decider.js';
import type { Event } from '../../../../kernel/event.js';
import { UUID } from '../../../../kernel/ids.js';
import { SECOND } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import type { ResourceRecord, ResourceState } from '../../../../kernel/resource.js';
import { lruCache } from '../../../../lib/lru-cache.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { type Tenant, tenant } from '../../../tenants/tenant/domain/tenant.resource.js';
import { type ApiKey, apiKey } from '../../api-key/domain/api-key.resource.js';
import { type User, user } from '../../user/domain/user.resource.js';
import { whenKnown } from './when-known.js';

/**
 * The greatest age of a state that grants access, where other processes write too. Writes of this process count at
 * once.
 */
const FRESH_MS = 2 * SECOND;

type Maybe<T> = T | undefined;

type Standing = 'active' | 'suspended' | 'gone';

function standingOf({ record, gone }: ResourceState<Tenant>): Standing {
  if (gone) return 'gone';
  return record?.value.suspendedAt === undefined ? 'active' : 'suspended';
}

/** A state and the time of the monotonic clock at which it was read. */
interface Noted {
  readonly state: unknown;
  readonly atMs: number;
}

/** Reads the owner of a credential from the log, so that a deletion or change holds at once. */
@Injectable()
export class Principals {
  private readonly recent = lruCache<string, Noted>({ bytes: cacheBudgets.principals });

  constructor(
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  /** While the log is away: as it was last seen here, where the read model knows of no later change. */
  user(
    tenantId: string,
    id: string,
    age: 'recent' | 'latest' = 'recent',
  ): Maybe<ResourceRecord<User>> | Promise<Maybe<ResourceRecord<User>>> {
    const known = async (seen: Maybe<ResourceState<User>>) => {
      const record = await usersOf(this.documents, tenantId).get(id);
      if (!record) return {};
      return isAsNew(seen, record) ? seen : undefined;
    };
    return whenKnown(this.stateOf(user.decider, tenantId, id, known, age), ({ record }) => record);
  }

  /** While the log is away: as the read model has it, or as it was seen here since. */
  apiKey(tenantId: string, id: string): Maybe<ResourceRecord<ApiKey>> | Promise<Maybe<ResourceRecord<ApiKey>>> {
    const known = async (seen: Maybe<ResourceState<ApiKey>>) => {
      const record = await apiKeysOf(this.documents, tenantId).get(id);
      if (!record) return {};
      return isAsNew(seen, record) ? seen : { record };
    };
    return whenKnown(this.stateOf(apiKey.decider, tenantId, id, known), ({ record }) => record);
  }

  tenant(id: string): Maybe<ResourceRecord<Tenant>> | Promise<Maybe<ResourceRecord<Tenant>>> {
    return whenKnown(this.stateOf(tenant.decider, id, id), ({ record }) => record);
  }

  /** Whether the tenant is there and not suspended. While the log is away: as it was last seen. */
  standing(id: string): Standing | Promise<Standing> {
    const known = async (seen: Maybe<ResourceState<Tenant>>) => {
      const record = seen?.record ?? (await tenantOf(this.documents, id));
      return seen ?? (record ? { record } : {});
    };
    return whenKnown(this.stateOf(tenant.decider, id, id, known), standingOf);
  }

  /** The tenant with the id in a path, in either case. @throws Rejection `errors.tenant.not_found`, `errors.tenant.suspended` */
  async tenantInPath(id: string): Promise<ResourceRecord<Tenant>> {
    const known = UUID.test(id) ? await this.tenant(id.toLowerCase()) : undefined;
    if (known?.value.suspendedAt !== undefined) reject('errors.tenant.suspended');
    return known ?? reject('errors.tenant.not_found');
  }

  private stateOf<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    tenantId: string,
    id: string,
    withoutLog: (seen: Maybe<S>) => Promise<Maybe<S>> | undefined = () => undefined,
    age: 'recent' | 'latest' = 'recent',
  ): S | Promise<S> {
    const known = this.runner.known(decider, tenantId, id);
    if (known !== undefined) return known;
    const key = `${decider.category}-${tenantId}_${id}`;
    const noted = this.recent.get(key);
    const own = this.runner.cached(decider, tenantId, id);
    if (noted && own !== undefined && own !== noted.state) return this.note(key, own);
    const isRecent = noted !== undefined && this.clock.monotonic() - noted.atMs < FRESH_MS;
    if (isRecent && age === 'recent') return noted.state as S;
    return this.log.outage.bridge(
      () => this.runner.peek(decider, tenantId, id).then((state) => this.note(key, state)),
      () => withoutLog(own ?? (noted?.state as Maybe<S>)),
    );
  }

  private note<S>(key: string, state: S): S {
    this.recent.set(key, { state, atMs: this.clock.monotonic() });
    return state;
  }
}

/** True where this process saw a user at least as new as the one in the read model. */
const isAsNew = (seen: Maybe<ResourceState<unknown>>, { revision }: ResourceRecord<unknown>): boolean =>
  seen?.gone === true || (seen?.record?.revision ?? 0) >= revision;
