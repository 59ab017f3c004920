import type { Db } from 'mongodb';
import type { Checkpoint } from '../../../kernel/projection.js';
import { CheckpointConflict, type Write } from '../../../ports/stores/document-store.js';
import { countedRows } from './document-counters.js';
import type { Model } from './document-model.js';
import type { Entry, Row } from './document-rows.js';

interface Made {
  readonly tenantId: string;
  readonly row: Row;
}

export type Rows = ReadonlyMap<Model, readonly Made[]>;

/** The rows a commit makes, of each document the last one. */
export function rowsOf(writes: readonly Write[], modelOf: (collection: Write['collection']) => Model): Rows {
  const last = new Map<Model, Map<string, Made>>();
  for (const { collection, tenantId, key, position, doc } of writes) {
    const model = modelOf(collection);
    const row = model.row(tenantId, key, position, doc);
    const rows = last.get(model) ?? new Map<string, Made>();
    last.set(model, rows.set(row._id, { tenantId, row }));
  }
  return new Map([...last].map(([model, rows]) => [model, [...rows.values()]]));
}

/** The rows, with the values that the counters have after them. */
export async function entriesOf(db: Db, rows: Rows, commit: number): Promise<readonly Entry[]> {
  const each = await Promise.all([...rows].map(([model, made]) => entriesIn(db, model, made, commit)));
  return each.flat();
}

/** Leaves out writes that are already stored or superseded, because they were counted before. */
async function entriesIn(db: Db, model: Model, made: readonly Made[], commit: number): Promise<readonly Entry[]> {
  const entries = (rows: readonly Made[]): readonly Entry[] => rows.map(({ row }) => ({ into: model.name, row }));
  const { counters = [], sums } = model.collection;
  if (counters.length === 0 && !sums) return entries(made);
  const ids = made.map(({ row }) => row._id);
  const stored = await db
    .collection<Row>(model.name)
    .find({ _id: { $in: ids } }, { projection: { position: 1, fields: 1, sums: 1 } })
    .toArray();
  const before = new Map(stored.map((row) => [row._id, row]));
  const news = made.filter(({ row }) => (before.get(row._id)?.position ?? -1) < row.position);
  const changes = news.map(({ tenantId, row }) => ({
    tenantId,
    before: before.get(row._id),
    after: row,
  }));
  return [...entries(news), ...(await countedRows(db, model, changes, commit))];
}

/** All checkpoints with the new positions. @throws CheckpointConflict */
export function moved(stored: readonly Checkpoint[], wanted: readonly Checkpoint[]): readonly Checkpoint[] {
  const positions = new Map(stored.map(({ name, position }) => [name, position]));
  for (const { name, position, after } of wanted) {
    const current = positions.get(name) ?? 0;
    if (after !== undefined && current !== after)
      throw new CheckpointConflict(`The checkpoint ${name} is at ${current}, not at ${after}.`);
    if (after === undefined && position < current)
      throw new CheckpointConflict(`The checkpoint ${name} is at ${current} and cannot go back to ${position}.`);
    positions.set(name, position);
  }
  return [...positions].map(([name, position]) => ({ name, position }));
}
