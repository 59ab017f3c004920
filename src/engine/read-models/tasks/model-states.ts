import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyProjection } from '../../../kernel/projection.js';
import type { DocumentStore } from '../../../ports/stores/document-store.js';
import type { ServedVersions } from '../building/served-versions.js';
import { generationOf, shownVersion } from '../building/stored-version.js';
import { checkpointName } from '../checkpoints.js';

const LOOK_MS = 200;

/** A read model, for the operator. */
export interface ModelState {
  readonly name: string;
  /** The version that serves. */
  readonly version: string;
  readonly position: number;
  readonly beside?: {
    readonly version: string;
    readonly position: number;
    /** KEPT: it served before, and is folded on. COMPLETE: it waits for its switch. */
    readonly state: 'BUILDING' | 'COMPLETE' | 'KEPT';
  };
}

/** As the store has them, in every process. */
export class ReadModels {
  constructor(
    private readonly documents: DocumentStore,
    private readonly served: ServedVersions,
    private readonly projections: readonly AnyProjection[],
  ) {}

  async states(): Promise<readonly ModelState[]> {
    await this.look();
    const states: ModelState[] = [];
    for (const { name } of this.projections) {
      const state = await this.state(name);
      if (state) states.push(state);
    }
    return states;
  }

  /** The states of a second copy until it is complete, or is dropped. */
  async *built(name: string, signal: AbortSignal): AsyncGenerator<ModelState> {
    for (;;) {
      await this.look();
      const state = await this.state(name);
      if (!state) return;
      yield state;
      if (state.beside?.state !== 'BUILDING') return;
      await sleep(LOOK_MS, undefined, { signal });
    }
  }

  /** Another process may have switched since this one looked last. */
  private async look(): Promise<void> {
    if (!this.served.isLed) await this.served.choose(this.documents);
  }

  async state(name: string): Promise<ModelState | undefined> {
    const found = this.served.get(name);
    if (!found) return undefined;
    const { serving, beside } = found;
    const names = [serving, ...(beside ? [beside] : [])].map(checkpointName);
    const [position = 0, second = 0] = await this.documents.checkpoints(names);
    const shown = { name, version: shownVersion(serving.version), position };
    if (!beside) return shown;
    const isKept = generationOf(beside.version) < generationOf(serving.version);
    const level = isKept ? 'KEPT' : 'COMPLETE';
    const state = second < position || this.served.isRaised({ name }) ? 'BUILDING' : level;
    return { ...shown, beside: { version: shownVersion(beside.version), position: second, state } };
  }
}
