import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { type ReadableTree, TreeStore } from '../../../../engine/evidence/tree-store.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { scanTenant } from '../../../../engine/log/scan.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { type Checkpoint, Checkpoints } from './checkpoints.service.js';

/** Most events read in search of one that is younger than the tree; other tenants' events count too. */
const MAX_READ = 5_000;

export interface InclusionProof {
  readonly leaf: Buffer;
  readonly index: number;
  readonly size: number;
  readonly hashes: readonly Buffer[];
}

const notSealedYet = () => reject('errors.audit.not_sealed_yet', { retry_after: limits.checkpointSeconds });

/** Proofs of what a checkpoint covers, from tiles of the tree. The log says which ids are younger than the tree. */
@Injectable()
export class Evidence {
  private readonly trees: TreeStore;

  constructor(
    @Inject(Checkpoints) private readonly checkpoints: Checkpoints,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
  ) {
    this.trees = new TreeStore(operations);
  }

  /** @throws Rejection where the tenant has none yet */
  async latest(tenantId: string): Promise<Checkpoint> {
    return (await this.checkpoints.latest(tenantId)) ?? notSealedYet();
  }

  async inclusion(tenantId: string, eventId: string, requested: number | undefined): Promise<InclusionProof> {
    const { latest, tree } = await this.sealedTree(tenantId);
    const size = requested ?? latest.size;
    if (size > latest.size || !(size === latest.size || (await this.checkpoints.ofSize(tenantId, size)))) {
      rejectAt('size', 'errors.field.format', { format: 'the size of a checkpoint' });
    }
    const index = await tree.indexOf(eventId.toLowerCase());
    if (index === undefined && !(await this.isYounger(tenantId, eventId, tree))) reject('errors.event.not_found');
    if (index === undefined || index >= latest.size) return notSealedYet();
    if (index >= size) rejectAt('size', 'errors.field.format', { format: 'the size of a checkpoint with the event' });
    const [leaf, hashes] = [await tree.proofs.leaf(index), await tree.proofs.inclusion(index, size)];
    return { leaf, index, size, hashes };
  }

  async consistency(tenantId: string, from: number, to: number): Promise<readonly Buffer[]> {
    const { latest, tree } = await this.sealedTree(tenantId);
    if (to > latest.size) rejectAt('to', 'errors.field.range', { min: 1, max: latest.size });
    if (from > to) rejectAt('from', 'errors.field.range', { min: 1, max: to });
    return tree.proofs.consistency(from, to);
  }

  /** A tree that is being built again may be behind its checkpoints. */
  private async sealedTree(tenantId: string): Promise<{ readonly latest: Checkpoint; readonly tree: ReadableTree }> {
    const latest = await this.latest(tenantId);
    const tree = await this.trees.read(tenantId);
    return tree.size < latest.size ? notSealedYet() : { latest, tree };
  }

  /** Whether the log has the event behind the tree. Too many events to look through have it perhaps. */
  private async isYounger(tenantId: string, eventId: string, tree: ReadableTree): Promise<boolean> {
    const [after, until] = [await tree.position(), await this.log.head()];
    let [read, through] = [0, after];
    const range = { after, until, maxRead: MAX_READ, skipsUnreadable: true };
    for await (const page of scanTenant(this.log, tenantId, range)) {
      if (page.events.some(({ meta }) => meta.id === eventId.toLowerCase())) return true;
      [read, through] = [read + page.read, page.through];
    }
    return read >= MAX_READ && through < until;
  }
}
