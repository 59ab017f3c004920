import type { Position } from '../../../../kernel/event.js';

/** A workflow as it was when it matched. */
export interface PlannedWorkflow {
  readonly id: string;
  readonly revision: number;
}

export interface PlannedEvent {
  readonly stream: string;
  readonly version: number;
  readonly position: Position;
  /** Indexes of the workflows that may fire, in order of creation. */
  readonly workflows: readonly number[];
}

/** Runs of one tenant that are to be made: of the events of one page of the log, in order. */
export interface PlannedRuns {
  readonly workflows: readonly PlannedWorkflow[];
  readonly events: readonly PlannedEvent[];
}

interface Firing {
  readonly event: Omit<PlannedEvent, 'workflows'>;
  readonly workflows: readonly PlannedWorkflow[];
}

/** Each workflow is named once. Undefined where no event fires any. */
export function plannedRuns(firings: readonly Firing[]): PlannedRuns | undefined {
  const index = new Map<string, number>();
  const workflows: PlannedWorkflow[] = [];
  const placeOf = ({ id, revision }: PlannedWorkflow): number => {
    const known = index.get(`${id} ${revision}`);
    if (known !== undefined) return known;
    index.set(`${id} ${revision}`, workflows.length);
    return workflows.push({ id, revision }) - 1;
  };
  const events = firings
    .filter((each) => each.workflows.length > 0)
    .map((each) => ({ ...each.event, workflows: each.workflows.map(placeOf) }));
  return events.length > 0 ? { workflows, events } : undefined;
}
