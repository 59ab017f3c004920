import type { Position } from '../../kernel/event.js';
import { parseStreamName } from '../../kernel/stream.js';
import { token } from '../../kernel/token.js';
import type { EventStore, Stored } from '../../ports/stores/event-store.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import type { Worker } from '../effects/lease.js';
import { RepeatedWork } from '../effects/repeated-work.js';
import type { EventLog } from '../log/event-log.js';
import { type Subscription, subscribe } from '../log/subscription.js';
import { SubscriptionCheckpoint } from '../log/subscription-checkpoint.js';
import type { EventPlace } from '../log/tail/followed-event.js';
import { EMPTY_TREE, TenantTree } from './tenant-tree.js';
import { TREES, TreeMoved, TreeStore } from './tree-store.js';

/** Trees in memory, about 12 KiB each. */
const MOST_TREES = 512;
/** Tenants that are sealed at once. */
const AT_ONCE = 8;
const PAGE = 500;

/** Size and root of a tree. */
export interface TreeHead {
  readonly size: number;
  readonly root: Buffer;
}

/** Least milliseconds between two checkpoints of a tenant. */
export const CHECKPOINT_MS = token<number>('CheckpointMs');

export interface Sealing {
  /** See `CHECKPOINT_MS`. */
  readonly everyMs: number;
  /** The size that an event is a checkpoint of; undefined for other events. */
  sealedBy(event: Stored): number | undefined;
  /** Whether the log has a checkpoint of the tenant. */
  isSealed(tenantId: string): Promise<boolean>;
  /** Appends a checkpoint. */
  seal(tenantId: string, head: TreeHead): Promise<void>;
}

export interface TreeSources {
  readonly log: EventLog;
  readonly store: Pick<EventStore, 'readAll'>;
  readonly operations: OperationalStore;
  readonly failed: (name: string, error: unknown) => void;
}

/** Adds the events of the log to the trees of their tenants, and has trees sealed that grew. A tenant that sleeps costs nothing. */
export class TreeFollower implements Worker {
  private readonly trees = new Map<string, TenantTree>();
  /** Tenants with events behind their last checkpoint. */
  private readonly due = new Set<string>();
  /** Tenants with events since the last round. */
  private readonly touched = new Set<string>();
  private readonly kept: TreeStore;
  private readonly checkpoint: SubscriptionCheckpoint;
  private readonly rounds: RepeatedWork;
  private subscription: Subscription | undefined;
  private last: EventPlace | undefined;
  private advanced: EventPlace | undefined;
  private startedAt: Position = 0;
  private working: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly sources: TreeSources,
    private readonly sealing: Sealing,
  ) {
    const { log, operations, failed } = sources;
    this.kept = new TreeStore(operations);
    this.checkpoint = new SubscriptionCheckpoint(log, operations, TREES, true);
    this.rounds = new RepeatedWork(
      sealing.everyMs,
      () => this.inOrder(() => this.round()),
      (error) => {
        failed(TREES, error);
        if (error instanceof TreeMoved) this.follow();
      },
    );
  }

  start(): void {
    this.close();
    this.follow();
    this.rounds.start();
  }

  close(): void {
    this.rounds.close();
    this.subscription?.close();
    this.subscription = undefined;
  }

  private follow(): void {
    this.subscription?.close();
    const subscriber = {
      name: TREES,
      from: () => this.inOrder(() => this.begin()),
      handle: () => {},
      stored: (events: readonly Stored[]) => this.inOrder(() => this.add(events)),
      reached: (last: EventPlace) => {
        this.last = last;
      },
    };
    this.subscription = subscribe(this.sources.log, subscriber, this.sources.failed);
  }

  /** Pages and rounds change trees one after the other. */
  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.working.then(work);
    this.working = done.catch(() => {});
    return done;
  }

  private async begin(): Promise<Position> {
    this.trees.clear();
    this.due.clear();
    this.touched.clear();
    this.last = undefined;
    this.startedAt = await this.checkpoint.position();
    return this.startedAt;
  }

  private async add(events: readonly Stored[]): Promise<void> {
    for (const event of events) {
      const { tenantId } = parseStreamName(event.stream);
      const tree = this.trees.get(tenantId) ?? (await this.load(tenantId, event.position));
      await this.addTo(tree, event);
      this.touched.add(tenantId);
      if (tree.unsealed > 0) this.due.add(tenantId);
    }
    if (this.trees.size > MOST_TREES) await this.unload();
  }

  private async addTo(tree: TenantTree, event: Stored): Promise<void> {
    if (tree.has(event)) return;
    const full = tree.add(event, this.sealing.sealedBy(event));
    if (full.length > 0) await this.kept.keep(tree, full);
  }

  /** The tree before the event at `position`. A tree that was lost, or is of another state of the log, is built again. */
  private async load(tenantId: string, position: Position): Promise<TenantTree> {
    const entry = await this.kept.load(tenantId);
    const last = entry?.value.last && (await this.sources.log.find(entry.value.last));
    const tree = new TenantTree(tenantId, last && entry ? { ...entry.value, last } : EMPTY_TREE, entry?.revision ?? 0);
    this.trees.set(tenantId, tree);
    if (last || this.startedAt === 0) return tree;
    if (entry || (await this.sealing.isSealed(tenantId))) await this.rebuild(tree, position);
    return tree;
  }

  private async rebuild(tree: TenantTree, before: Position): Promise<void> {
    for (let after = 0; after < before - 1; ) {
      const page = await this.sources.store.readAll(after, PAGE);
      for (const event of page) {
        if (event.position >= before) return;
        if (parseStreamName(event.stream).tenantId === tree.tenantId) await this.addTo(tree, event);
      }
      after = page.at(-1)?.position ?? before;
      await this.sources.log.loop?.pause();
    }
  }

  private async unload(): Promise<void> {
    await this.keepAll();
    this.trees.clear();
  }

  private async keepAll(): Promise<void> {
    for (const tree of this.trees.values()) if (tree.isChanged) await this.kept.keep(tree, []);
  }

  /** A tree is kept before its checkpoint is appended, so that its proofs can be read. */
  private async round(): Promise<void> {
    const { last } = this;
    await this.keepAll();
    for (const tenantId of this.trees.keys()) if (!this.touched.has(tenantId)) this.trees.delete(tenantId);
    this.touched.clear();
    const due = [...this.due];
    const failures: unknown[] = [];
    const next = async (): Promise<void> => {
      for (let tenantId = due.pop(); tenantId !== undefined && this.rounds.isOpen; tenantId = due.pop()) {
        await this.seal(tenantId).catch((error: unknown) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    if (failures.length > 0) throw failures[0];
    // Closed meanwhile: some tenants are not sealed, and the next start reads their events again.
    if (!this.rounds.isOpen) return;
    if (last && last !== this.advanced) await this.checkpoint.advance(last);
    this.advanced = last;
  }

  private async seal(tenantId: string): Promise<void> {
    const known = this.trees.get(tenantId);
    const entry = known ? undefined : await this.kept.load(tenantId);
    const tree = known ?? new TenantTree(tenantId, entry?.value ?? EMPTY_TREE, entry?.revision ?? 0);
    const { size } = tree.tree;
    if (tree.unsealed > 0) await this.sealing.seal(tenantId, { size, root: tree.tree.root() });
    this.due.delete(tenantId);
  }
}
