import { type Collection, type Db, ObjectId } from 'mongodb';
import type { Checkpoint } from '../../../kernel/projection.js';
import { StoreUnavailable } from '../../../ports/stores/event-store.js';

/** The number of the last commit that is whole, and the checkpoints it left. */
export interface State {
  readonly commit: number;
  readonly checkpoints: readonly Checkpoint[];
}

/**
 * The store uses no transactions. A commit first becomes one document of the journal, and from then on it is decided.
 * This process, or the next one that reads the journal, then writes its rows and checkpoints. The write of the document
 * requires the number before it, so of two writers only one succeeds.
 */
export interface Journal<E> {
  /** The checkpoints of all finished commits, without a commit that is decided and still pending. */
  checkpoints(db: Db): Promise<readonly Checkpoint[]>;
  /** Number of the last commit; undefined while it is not done. */
  commit(db: Db): Promise<number | undefined>;
  /** Finishes what a crash or an outage left undone, then returns the state. */
  settled(db: Db): Promise<State>;
  /** undefined: someone else has written since `state`; nothing is changed. */
  write(db: Db, state: State, entries: readonly E[], checkpoints?: readonly Checkpoint[]): Promise<State | undefined>;
}

export interface JournalOptions<E> {
  readonly name: string;
  /** Does the entries of a commit. Any part of it may be done again at any time. */
  apply(db: Db, entries: readonly E[]): Promise<void>;
  /** In bytes. */
  sizeOf(entry: E): number;
}

interface Pending {
  readonly batch: ObjectId;
  readonly entries: readonly unknown[];
  readonly checkpoints: readonly Checkpoint[];
}

interface Head extends State {
  readonly _id: 'head';
  readonly pending?: Pending;
}

/** Overflow of a commit that does not fit into the head. It is written first; without a head it is garbage. */
interface Part {
  readonly _id: string;
  readonly batch: ObjectId;
  readonly commit: number;
  readonly entries: readonly unknown[];
}

const LARGEST_PART = 12 * 1_048_576;
const READ_WITHIN_MS = 4_000;
const DUPLICATE_KEY = 11_000;

export function commitJournal<E>({ name, apply, sizeOf }: JournalOptions<E>): Journal<E> {
  const heads = (db: Db): Collection<Head> => db.collection<Head>(name);
  const parts = (db: Db): Collection<Part> => db.collection<Part>(`${name}-parts`);

  /** Processes that follow read this often. It returns what a majority has, which may lag behind the last write. */
  async function checkpoints(db: Db): Promise<readonly Checkpoint[]> {
    const options = { projection: { checkpoints: 1 }, readConcern: { level: 'majority' } } as const;
    return (await heads(db).findOne({ _id: 'head' }, options))?.checkpoints ?? [];
  }

  async function commit(db: Db): Promise<number | undefined> {
    const head = await heads(db).findOne({ _id: 'head' }, { projection: { commit: 1, 'pending.batch': 1 } });
    return head?.pending ? undefined : head?.commit;
  }

  async function settled(db: Db): Promise<State> {
    const { commit, checkpoints, pending } = await readHead(heads(db));
    if (!pending) return { commit, checkpoints };
    const { batch } = pending;
    const before = await parts(db).find({ batch }).toArray();
    const entries = [...before.flatMap((part) => part.entries), ...pending.entries];
    return decided(db, commit, entries, pending, before.length > 0);
  }

  /** The commit is decided: an error from here on leads to a retry, never to a rollback. */
  async function decided(db: Db, commit: number, entries: readonly unknown[], pending: Pending, parted: boolean) {
    try {
      await apply(db, entries as readonly E[]);
      return await finished(db, commit, pending, parted);
    } catch (error) {
      throw new StoreUnavailable(
        `Commit ${commit} is decided but not complete; the next commit completes it: ${error}`,
        { cause: error },
      );
    }
  }

  /** When another process has finished it meanwhile, nothing is found to finish. */
  async function finished(db: Db, commit: number, { checkpoints }: Pending, parted: boolean): Promise<State> {
    const own = { _id: 'head', commit, pending: { $exists: true } } as const;
    await heads(db).updateOne(own, { $set: { checkpoints }, $unset: { pending: '' } });
    if (parted) await parts(db).deleteMany({ commit: { $lte: commit } });
    return { commit, checkpoints };
  }

  async function write(db: Db, state: State, entries: readonly E[], checkpoints = state.checkpoints) {
    const commit = state.commit + 1;
    const undone = { _id: 'head', commit: state.commit, pending: { $exists: false } } as const;
    if (entries.length === 0) {
      const { matchedCount } = await heads(db).updateOne(undone, { $set: { commit, checkpoints } });
      return matchedCount === 1 ? { commit, checkpoints } : undefined;
    }
    const batch = new ObjectId();
    const split = splitBySize(entries, sizeOf);
    const pending: Pending = { batch, entries: split.at(-1) ?? [], checkpoints };
    for (const [i, own] of split.slice(0, -1).entries()) {
      await parts(db).insertOne({ _id: `${batch.toHexString()}/${i}`, batch, commit, entries: own });
    }
    const { matchedCount } = await heads(db).updateOne(undone, { $set: { commit, pending } });
    if (matchedCount === 0) return undefined;
    return decided(db, commit, entries, pending, split.length > 1);
  }

  return { checkpoints, commit, settled, write };
}

/** Linearizable: neither from a primary that was voted out and does not know, nor of what may yet be rolled back. */
async function readHead(heads: Collection<Head>): Promise<Head> {
  const options = { readConcern: { level: 'linearizable' }, maxTimeMS: READ_WITHIN_MS } as const;
  const head = await heads.findOne({ _id: 'head' }, options);
  if (head) return head;
  const first: Head = { _id: 'head', commit: 0, checkpoints: [] };
  await heads.insertOne(first).catch((error) => {
    if (error?.code !== DUPLICATE_KEY) throw error;
  });
  return readHead(heads);
}

function splitBySize<E>(entries: readonly E[], sizeOf: (entry: E) => number): readonly (readonly E[])[] {
  const split: E[][] = [[]];
  let room = LARGEST_PART;
  for (const entry of entries) {
    const size = sizeOf(entry);
    if (size > room && split.at(-1)?.length !== 0) {
      split.push([]);
      room = LARGEST_PART;
    }
    split.at(-1)?.push(entry);
    room -= size;
  }
  return split;
}
