import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { RepeatedWork } from '../../../../engine/effects/repeated-work.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import type { Caller } from '../../../../kernel/caller.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import type { Instant } from '../../../../kernel/instant.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DATA_KEYS, type DataKeys } from '../../../../ports/stores/data-keys.js';
import { NoteAuditRead } from '../domain/audit-read.decider.js';
import { AUDIT_READ_MS, type AuditCall } from '../domain/audit-read.events.js';

type Reader = Pick<Caller, 'tenantId' | 'actor' | 'id'>;
type Cause = Pick<CommandMeta, 'correlationId' | 'requestId' | 'trace'>;
type Filters = Readonly<Record<string, unknown>>;

/** Reads of one reader with the same filters that no event says yet. */
interface Counting {
  readonly reader: Reader;
  readonly call: AuditCall;
  readonly filters: Filters | undefined;
  /** On the monotonic clock: when the last event was written. */
  saidMs: number;
  from: Instant;
  to: Instant;
  count: number;
}

/** Looks at what is counted, between two events. */
const LOOKS = 12;
const PURPOSE = 'audit-read';
/** Filters that name a person, or that a caller chooses freely. */
const HASHED: readonly string[] = ['email', 'phone_number', 'request_id'];

const keyOf = (actor: string, call: AuditCall, filters: Filters | undefined): string =>
  JSON.stringify([actor, call, filters ?? null]);

/**
 * Reads of the audit are events: the first one at once, later ones with the same filters summed up, one event in 60
 * seconds. Reads that are counted and not yet written are lost when the process is killed.
 */
@Injectable()
export class AuditReads implements OnModuleDestroy {
  /** By tenant, then by reader and filters. */
  private readonly counted = new Map<string, Map<string, Counting>>();
  private readonly work: RepeatedWork;

  constructor(
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(DATA_KEYS) private readonly keys: Pick<DataKeys, 'mac'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(AUDIT_READ_MS) private readonly everyMs: number,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.work = new RepeatedWork(
      everyMs / LOOKS,
      () => this.sumUp(),
      (err) => logger.error({ err }, 'Reads of the audit are not written yet; the next attempt follows in seconds'),
    );
  }

  /** Writes what is counted while the read models still follow the log. */
  async onModuleDestroy(): Promise<void> {
    this.work.close();
    await this.sumUp(0).catch(() => {});
    await this.caughtUp.reached(this.log.appended, limits.caughtUpMs);
  }

  /** Durable for the first of many reads. `given`: the filters as the caller wrote them. @throws StoreUnavailable */
  async note(reader: Reader, cause: Cause, call: AuditCall, given: object): Promise<void> {
    const { tenantId, actor, id } = reader;
    const hashed = await this.hashed(tenantId, given);
    const own = this.counted.get(tenantId) ?? new Map<string, Counting>();
    const filters = own.size < limits.auditReadFilters || own.has(keyOf(actor, call, hashed)) ? hashed : undefined;
    const key = keyOf(actor, call, filters);
    const known = own.get(key);
    const at = this.clock.now();
    if (known) {
      if (known.count === 0) known.from = at;
      known.to = at;
      known.count++;
      return;
    }
    const counting = { reader: { tenantId, actor, id }, call, filters, from: at, to: at, count: 1, saidMs: 0 };
    this.counted.set(tenantId, own.set(key, counting));
    if (!this.work.isOpen) this.work.start();
    try {
      await this.say(counting, cause);
    } catch (error) {
      own.delete(key);
      throw error;
    }
  }

  /** Writes what was counted for 60 seconds, and forgets who reads no more. */
  private async sumUp(everyMs = this.everyMs): Promise<void> {
    for (const [tenantId, own] of this.counted) {
      for (const [key, counting] of own) {
        if (this.clock.monotonic() - counting.saidMs < everyMs) continue;
        if (counting.count === 0) own.delete(key);
        else await this.say(counting, { correlationId: this.ids.next() });
      }
      if (own.size === 0) this.counted.delete(tenantId);
    }
    if (this.counted.size === 0) this.work.close();
  }

  private async say(counting: Counting, cause: Cause): Promise<void> {
    const { reader, call, filters, from, to, count } = counting;
    counting.count = 0;
    counting.saidMs = this.clock.monotonic();
    const data = { call, ...(filters && { filters }), from, to, count };
    const { tenantId, actor, id } = reader;
    const meta = { tenantId, actor, at: this.clock.now(), commandId: this.ids.next(), ...cause };
    try {
      await this.commands.execute(new NoteAuditRead(id, data, meta));
    } catch (error) {
      Object.assign(counting, { from, count: counting.count + count });
      throw error;
    }
  }

  private async hashed(tenantId: string, given: object): Promise<Filters> {
    const filters: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      filters[name] = HASHED.includes(name) ? await this.keys.mac(tenantId, PURPOSE, String(value)) : value;
    }
    return filters;
  }
}
