import { dirname } from 'node:path';
import type { Random } from '../../support/random.js';
import type { DiskCall, TracedCall, TraceLine } from './disk-trace.js';

type Change = Extract<DiskCall, { readonly is: 'write' | 'truncate' }>;
type Naming = Extract<DiskCall, { readonly is: 'create' | 'remove' }>;

interface Begun {
  readonly call: DiskCall;
  /** What a sync makes durable: changes that had ended when it began. */
  readonly covers: ReadonlySet<Change | Naming>;
}

const EMPTY = Buffer.alloc(0);

function changed(bytes: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((change) => (change.is === 'write' ? change.at + change.bytes.length : change.size));
  const file = Buffer.concat([bytes], Math.max(bytes.length, ...ends));
  let size = bytes.length;
  for (const [n, change] of changes.entries()) {
    const end = ends[n] ?? 0;
    if (change.is === 'write') change.bytes.copy(file, change.at);
    else file.fill(0, change.size);
    size = change.is === 'write' ? Math.max(size, end) : end;
  }
  return file.subarray(0, size);
}

/**
 * The files of a folder as a loss of power leaves them. What was synced is there. Of the rest any part may be there: a
 * disk writes in any order, and a write may be torn.
 */
export class Disk {
  private readonly durable = new Map<string, Buffer>();
  private readonly names = new Set<string>();
  private pending: Change[] = [];
  private naming: Naming[] = [];
  private readonly begun = new Map<string, Begun>();

  constructor(private readonly isWatched: (path: string) => boolean) {}

  play(line: TraceLine): void {
    const begun = this.begun.get(line.id);
    this.begun.delete(line.id);
    if (line.call === undefined) this.end(begun);
    else this.call(line.id, line);
  }

  /** One of the states that a loss of power can leave now. */
  lost(random: Random): ReadonlyMap<string, Buffer> {
    const names = new Set(this.names);
    for (const { is, path } of this.naming) if (random.chance(0.5)) names[is === 'create' ? 'add' : 'delete'](path);
    const share = random.one([0, 0.5, 0.9]) ?? 0;
    const kept = this.pending.filter(() => random.chance(share)).map((change) => torn(change, random));
    return new Map([...names].map((path) => [path, this.withChanges(path, kept)]));
  }

  private call(thread: string, { call, ends }: TracedCall): void {
    const begun: Begun = { call, covers: this.covered(call) };
    this.begin(call);
    if (ends === 'here') this.end(begun);
    else this.begun.set(thread, begun);
  }

  private begin(call: DiskCall): void {
    if (call.is === 'say' || call.is === 'sync' || !this.isWatched(call.path)) return;
    if (call.is === 'write' || call.is === 'truncate') this.pending.push(call);
    else if (call.is === 'remove' || !this.isThere(call.path)) this.naming.push(call);
  }

  private isThere(path: string): boolean {
    const last = this.naming.findLast((each) => each.path === path);
    return last ? last.is === 'create' : this.names.has(path);
  }

  private covered(call: DiskCall): Begun['covers'] {
    if (call.is !== 'sync') return new Set();
    const running = new Set<DiskCall>([...this.begun.values()].map((each) => each.call));
    const own = [
      ...this.pending.filter(({ path }) => path === call.path),
      ...this.naming.filter(({ path }) => dirname(path) === call.path),
    ];
    return new Set(own.filter((each) => !running.has(each)));
  }

  private end(begun: Begun | undefined): void {
    if (begun?.call.is !== 'sync') return;
    const { path } = begun.call;
    const covered = this.pending.filter((each) => begun.covers.has(each));
    if (covered.length > 0) this.durable.set(path, this.withChanges(path, covered));
    for (const naming of this.naming) {
      if (!begun.covers.has(naming)) continue;
      if (naming.is === 'create') this.names.add(naming.path);
      else this.remove(naming.path);
    }
    this.pending = this.pending.filter((each) => !begun.covers.has(each));
    this.naming = this.naming.filter((each) => !begun.covers.has(each));
  }

  private withChanges(path: string, changes: readonly Change[]): Buffer {
    const own = changes.filter((each) => each.path === path);
    return changed(this.durable.get(path) ?? EMPTY, own);
  }

  private remove(path: string): void {
    this.names.delete(path);
    this.durable.delete(path);
  }
}

function torn(change: Change, random: Random): Change {
  if (change.is === 'truncate' || random.chance(0.9)) return change;
  return { ...change, bytes: change.bytes.subarray(0, random.between(0, change.bytes.length)) };
}
