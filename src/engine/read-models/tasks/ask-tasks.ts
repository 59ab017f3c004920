import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../../kernel/instant.js';
import type { Clock, Ids } from '../../../ports/process/clock.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';
import { type ModelTask, type TaskOutcome, TaskRefused, type TaskWord, taskDue, taskKey } from './model-task.js';

const LOOK_MS = 100;
/** A projector that is at work takes a task sooner, and reports on a long one more often. */
const PATIENCE_MS = 30 * SECOND;

export type Done = Exclude<TaskOutcome, { readonly refused: string }>;

/** Gives work on read models to the process whose projector is at work, whichever it is. */
export class AskTasks {
  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Yields how far it is, and returns the outcome. @throws TaskRefused */
  async *ask(what: TaskWord, of: string, signal: AbortSignal): AsyncGenerator<number, Done> {
    const key = taskKey(this.ids.next());
    const task: ModelTask = { what, of };
    await this.operations.put(key, task, { due: taskDue(this.clock.now()), expected: 0 });
    try {
      let seen = { revision: 0, atMs: this.clock.monotonic() };
      for (;;) {
        await sleep(LOOK_MS, undefined, { signal });
        const found = await this.operations.get<ModelTask>(key);
        const { outcome, done } = found?.value ?? {};
        if (outcome && 'refused' in outcome) throw new TaskRefused(outcome.refused);
        if (outcome) return outcome;
        const nowMs = this.clock.monotonic();
        if (found && found.revision !== seen.revision) seen = { revision: found.revision, atMs: nowMs };
        if (nowMs - seen.atMs > PATIENCE_MS) throw new TaskRefused('No projector is at work, or it does not answer.');
        if (done !== undefined) yield done;
      }
    } finally {
      await this.operations.remove(key);
    }
  }
}
