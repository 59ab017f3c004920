import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, MongoServerError } from 'mongodb';
import { StoreUnavailable } from '../../../ports/stores/event-store.js';
import { declaredOnes, shapeOf } from './document-declared.js';
import type { Model } from './document-model.js';

/** The shape of a collection that a process makes, followed by the name of that process. */
const MADE_BY = 'made by ';
/** After this time another process takes over from one that stopped while it made the collection. */
const TAKE_OVER_MS = 5_000;
/** A process begins to remove what is there within this time of its claim, or not at all. */
const BEGIN_MS = 2_000;
const LOOK_MS = 50;
const DUPLICATE_KEY = 11_000;

/**
 * Makes a collection that is missing or has another shape. Of processes that start at once, one makes it and the others
 * wait. So no process removes what another has written since. `make` calls `begin` before it removes anything.
 * @throws StoreUnavailable when `begin` comes too late
 */
export async function madeOnce(
  db: Db,
  model: Model,
  maker: string,
  make: (begin: () => void) => Promise<void>,
): Promise<void> {
  const [own, wanted] = [MADE_BY + maker, shapeOf(model)];
  let watched: { readonly shape: string; readonly sinceMs: number } | undefined;
  for (;;) {
    const found = (await declaredOnes(db).findOne({ _id: model.name }))?.shape;
    if (found === wanted) return;
    if (found !== own && found?.startsWith(MADE_BY)) {
      if (watched?.shape !== found) watched = { shape: found, sinceMs: performance.now() };
      if (performance.now() - watched.sinceMs < TAKE_OVER_MS) {
        await sleep(LOOK_MS);
        continue;
      }
    }
    const claimedMs = performance.now();
    if (!(await changeShape(db, model, found, own))) continue;
    await make(() => {
      if (performance.now() - claimedMs < BEGIN_MS) return;
      throw new StoreUnavailable(`Making ${model.name} began too late; another process may have taken over.`);
    });
    if (await changeShape(db, model, own, wanted)) return;
  }
}

/** False when another process has changed it since. */
async function changeShape(db: Db, model: Model, from: string | undefined, to: string): Promise<boolean> {
  const { name, version } = model.collection;
  if (from !== undefined) {
    const { matchedCount } = await declaredOnes(db).updateOne(
      { _id: model.name, shape: from },
      { $set: { shape: to } },
    );
    return matchedCount === 1;
  }
  try {
    await declaredOnes(db).insertOne({ _id: model.name, name, version, shape: to });
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
}
