import type { AnyProjection, Checkpoint } from '../../../kernel/projection.js';
import type { DocumentStore } from '../../../ports/stores/document-store.js';

/** Which stored version of a read model serves, and which second one follows the log. 0: none is named. */
export interface ServedRecord {
  readonly serves: number;
  readonly beside: number;
  /** Number of generations that were begun. */
  readonly generations: number;
}

/** Counts the changes of all records, for other processes. */
export const SERVED_CHANGES = 'served-changes';

const nameOf = (member: keyof ServedRecord, { name }: Pick<AnyProjection, 'name'>): string => `${member}:${name}`;

const members = ['serves', 'beside', 'generations'] as const;

type Documents = Pick<DocumentStore, 'checkpoints'>;

/** It is kept among the checkpoints, so that it changes in one commit with them and ends with a reset. */
export async function servedRecord(documents: Documents, projection: AnyProjection): Promise<ServedRecord> {
  const names = members.map((member) => nameOf(member, projection));
  const [serves = 0, beside = 0, generations = 0] = await documents.checkpoints(names);
  return { serves, beside, generations };
}

/** Changes the record; nothing of a commit of another process comes in between. @throws CheckpointConflict */
export async function recordServed(
  documents: Pick<DocumentStore, 'checkpoint' | 'checkpoints' | 'commit'>,
  projection: AnyProjection,
  change: Partial<ServedRecord>,
): Promise<void> {
  const before = await servedRecord(documents, projection);
  const changes = await documents.checkpoint(SERVED_CHANGES);
  const moved: Checkpoint[] = [{ name: SERVED_CHANGES, position: changes + 1, after: changes }];
  for (const member of members) {
    const position = change[member];
    if (position === undefined || position === before[member]) continue;
    moved.push({ name: nameOf(member, projection), position, after: before[member] });
  }
  await documents.commit([], moved);
}
