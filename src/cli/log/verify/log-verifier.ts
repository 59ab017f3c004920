import type { VerifierKey } from '../../../adapters/file-keys/notes/verifier-key.js';
import { parseStreamName } from '../../../kernel/stream.js';
import type { TreeCheckpoint } from '../../../lib/notes/tree-checkpoint.js';
import { checkpointStream } from '../../../modules/tenants/checkpoint/application/checkpoints.service.js';
import type { Stored } from '../../../ports/stores/event-store.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';
import type { ReadableLog } from '../../shared/stores.js';
import { CheckpointNotes } from './checkpoint-notes.js';
import { type Finding, Findings } from './findings.js';
import { IdSet } from './id-set.js';
import { KeptLeaves } from './kept-leaves.js';
import { TenantCheck } from './tenant-check.js';

const PAGE = 1_000;
const STREAM = /^[A-Za-z]+-[0-9A-Fa-f-]{36}_/;

export interface VerifyOptions {
  readonly log: ReadableLog;
  readonly keys: readonly VerifierKey[];
  /** Where the service keeps its trees; they name an event that differs. */
  readonly operations?: OperationalStore | undefined;
  /** Positions of the store count from 1 without gaps. */
  readonly isDense: boolean;
  /** Default: all tenants. */
  readonly tenantId?: string | undefined;
  /** A checkpoint that was kept elsewhere, with its tenant. */
  readonly from?: { readonly tenantId: string; readonly checkpoint: TreeCheckpoint } | undefined;
  readonly progress?: (events: number) => void;
}

export interface TenantResult {
  readonly tenant_id: string;
  readonly events: number;
  readonly checkpoints: number;
  /** Events that the last checkpoint covers. */
  readonly sealed: number;
}

export interface Verified {
  readonly events: number;
  readonly tenants: readonly TenantResult[];
  readonly findings: readonly Finding[];
  readonly differences: number;
}

/** Reads a log from its beginning and compares it with all that was signed about it. */
export class LogVerifier {
  private readonly findings = new Findings();
  private readonly checks = new Map<string, TenantCheck>();
  private readonly versions = new Map<string, number>();
  private readonly ids = new IdSet();
  private events = 0;
  private position = 0;

  constructor(private readonly options: VerifyOptions) {}

  async run(): Promise<Verified> {
    const { log, tenantId, from, progress } = this.options;
    for (let after = 0; ; ) {
      const page = await log.readAll(after, PAGE);
      for (const event of page) {
        const own = parseStreamName(event.stream).tenantId;
        if (tenantId !== undefined && own !== tenantId) continue;
        this.judge(event);
        const check = this.checks.get(own) ?? (await this.open(own));
        const ready = check.prepare();
        if (ready) await ready;
        check.add(event);
        this.events++;
      }
      const last = page.at(-1);
      if (!last) break;
      after = last.position;
      progress?.(this.events);
    }
    if (from && !this.checks.has(from.tenantId)) {
      this.findings.add(`the log has no event of tenant ${from.tenantId}, which the given checkpoint covers`);
    }
    for (const check of this.checks.values()) check.end();
    return this.result();
  }

  /** Checks that need no other event's content. */
  private judge(event: Stored): void {
    const { isDense, tenantId } = this.options;
    if (isDense && tenantId === undefined && event.position !== this.position + 1) {
      const missing = event.position - this.position - 1;
      this.findings.add(`${missing} positions before the event are missing, from ${this.position + 1}`, event);
    }
    this.position = event.position;
    if (!STREAM.test(event.stream)) this.findings.add('the stream has another name than the service gives', event);
    const before = this.versions.get(event.stream) ?? 0;
    if (event.version !== before + 1) {
      this.findings.add(`version ${before + 1} of the stream is missing or elsewhere`, event);
    }
    this.versions.set(event.stream, event.version);
    if (!this.ids.add(event.id)) this.findings.add('another event has the same id', event);
  }

  private async open(tenantId: string): Promise<TenantCheck> {
    const { log, keys, operations, from } = this.options;
    const own = checkpointStream(tenantId);
    const notes = new CheckpointNotes(log, own, tenantId, keys);
    const kept = await KeptLeaves.of(operations, tenantId);
    const given = from?.tenantId === tenantId ? from.checkpoint : undefined;
    const check = new TenantCheck(own, notes, kept, this.findings, given);
    this.checks.set(tenantId, check);
    return check;
  }

  private result(): Verified {
    const tenants = [...this.checks].map(([tenant_id, { range, checkpoints, sealed }]) => ({
      tenant_id,
      events: range.size,
      checkpoints,
      sealed,
    }));
    return { events: this.events, tenants, findings: this.findings.list, differences: this.findings.count };
  }
}
