import { TidingsError } from '../../../../sdk/src/errors.js';
import { type Conflict, isSame, merge, withPart } from './merge.js';

/** Members of a conversation that people edit. */
export interface Editable {
  readonly description?: string | undefined;
  readonly conversation_data?: Readonly<Record<string, unknown>> | undefined;
}

/** A state of the conversation as it was read. */
export interface Read {
  readonly etag: string | undefined;
  readonly state: Editable;
}

export interface Patch {
  readonly description?: string | null;
  readonly conversation_data?: Record<string, unknown> | null;
}

export interface Saving {
  readonly read: () => Promise<Read>;
  readonly patch: (body: Patch, ifMatch: string | undefined) => Promise<unknown>;
  /** Returns the conflicts that keep the value of the reader. @throws Cancelled */
  readonly choose: (conflicts: readonly Conflict[]) => Promise<readonly Conflict[]>;
}

/** Others may save all the time. */
const MOST_ROUNDS = 5;
const NAMES = ['description', 'conversation_data'] as const;

/** The members that differ. Null removes one. */
export function patchOf(before: Editable, after: Editable): Patch {
  const changed = NAMES.filter((name) => !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/**
 * Saves an edit of a state that was read. If others saved meanwhile, their members and those of the reader are joined. The
 * reader chooses the value of a member that both changed. @throws TidingsError, NoAnswer, Cancelled
 */
export async function save(base: Read, edited: Editable, saving: Saving): Promise<void> {
  let [known, mine] = [base, edited];
  for (let round = 1; ; round++) {
    const body = patchOf(known.state, mine);
    if (Object.keys(body).length === 0) return;
    try {
      await saving.patch(body, known.etag);
      return;
    } catch (error) {
      const isStale = error instanceof TidingsError && error.status === 412;
      if (!isStale || round >= MOST_ROUNDS) throw error;
    }
    const now = await saving.read();
    const { value, conflicts } = merge(known.state, mine, now.state);
    const own = conflicts.length > 0 ? await saving.choose(conflicts) : [];
    mine = own.reduce<unknown>((state, each) => withPart(state, each.path, each.mine), value) as Editable;
    known = now;
  }
}
