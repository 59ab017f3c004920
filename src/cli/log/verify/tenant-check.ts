import { CompactRange } from '../../../engine/evidence/compact-range.js';
import { leafHash } from '../../../engine/evidence/hashes.js';
import { TILE_HASHES } from '../../../engine/evidence/tile.js';
import type { TreeCheckpoint } from '../../../lib/notes/tree-checkpoint.js';
import type { Stored } from '../../../ports/stores/event-store.js';
import type { CheckpointNotes, Judged } from './checkpoint-notes.js';
import type { Findings, Named } from './findings.js';
import type { KeptLeaves } from './kept-leaves.js';

const named = ({ position, stream, version, id }: Stored): Named => ({ position, stream, version, id });

/** Builds the tree of a tenant again and compares it with each checkpoint. */
export class TenantCheck {
  readonly range = new CompactRange();
  checkpoints = 0;
  /** Events that the last right checkpoint covers. */
  sealed = 0;
  /** The first event whose leaf is not the kept one. */
  private suspect: Named | undefined;
  /** The first event behind the last right checkpoint. */
  private unproven: Named | undefined;
  private last: Named | undefined;
  private next: TreeCheckpoint | undefined;
  private lastSize = 0;
  /** All later checkpoints differ, too. */
  private isBroken = false;

  constructor(
    private readonly stream: string,
    private readonly notes: CheckpointNotes,
    private readonly kept: KeptLeaves,
    private readonly findings: Findings,
    /** A checkpoint that was kept elsewhere. */
    private readonly from: TreeCheckpoint | undefined,
  ) {}

  /** Work before an event that reads a store; most events have none. */
  prepare(): Promise<void> | undefined {
    const { size } = this.range;
    const needsTile = size % TILE_HASHES === 0;
    const needsNote = !this.isBroken && (size === 0 || this.next?.size === size);
    return needsTile || needsNote ? this.read(needsTile, needsNote) : undefined;
  }

  private async read(needsTile: boolean, needsNote: boolean): Promise<void> {
    const { size } = this.range;
    if (needsTile) await this.kept.turnTo(size);
    if (needsNote) this.next = await this.notes.next(size + 1);
  }

  add(event: Stored): void {
    const index = this.range.size;
    const leaf = leafHash(event);
    this.range.add(leaf);
    this.last = named(event);
    this.unproven ??= this.last;
    if (!this.suspect && this.kept.isLeaf(index, leaf) === false) this.suspect = this.last;
    if (event.stream === this.stream) this.judge(event, index, this.notes.of(event));
    if (this.isBroken) return;
    if (this.next?.size === this.range.size) this.compare(this.next, 'the checkpoint');
    if (this.from?.size === this.range.size) this.compare(this.from, 'the given checkpoint');
  }

  /** At the end of the log. */
  end(): void {
    const { size } = this.range;
    if (this.from && this.from.size > size) {
      const reason = `the log ends with this event of the tenant: the given checkpoint covers ${this.from.size} events, and ${size} are left`;
      this.findings.add(reason, this.last);
    } else if (this.suspect && !this.isBroken) {
      this.findings.add(
        'the event is not the one of the tree that the service keeps; no checkpoint covers it yet',
        this.suspect,
      );
    }
  }

  private compare({ size, root }: TreeCheckpoint, what: string): void {
    if (root.equals(this.range.root())) {
      if (what === 'the checkpoint') this.sealed = size;
      this.suspect = undefined;
      this.unproven = undefined;
      return;
    }
    this.break(`${what} of ${size} events has another root`);
  }

  private break(why: string): void {
    this.isBroken = true;
    if (this.suspect) this.findings.add(`the event differs: ${why}`, this.suspect);
    else this.findings.add(`this event or a later one differs: ${why}`, this.unproven ?? this.last);
  }

  /** An event of the checkpoints' stream, which is leaf `index`. */
  private judge(event: Stored, index: number, judged: Judged): void {
    if ('wrong' in judged) {
      this.findings.add(judged.wrong, named(event));
      return;
    }
    const { size } = judged.checkpoint;
    this.checkpoints++;
    if (size <= this.lastSize) this.findings.add('the checkpoint is not larger than the one before it', named(event));
    if (size > index && !this.isBroken) this.break(`a checkpoint of ${size} events follows ${index}`);
    this.lastSize = size;
  }
}
