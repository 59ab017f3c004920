import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { Cancelled, useApp } from '../../session/context.js';
import type { Conflict } from './merge.js';
import type { Editable, Read, Saving } from './saving.js';

const ConflictDialog = lazy(() => import('./conflict-dialog.js'));

interface Asked {
  readonly conflicts: readonly Conflict[];
  readonly resolve: (own: readonly Conflict[]) => void;
  readonly reject: (error: Error) => void;
}

interface Save {
  /** The state to edit, with its revision. */
  readonly read: () => Promise<Read>;
  readonly save: (base: Read, edited: Editable) => Promise<void>;
  /** Shown while two people's changes of the same member wait for a choice. */
  readonly dialog: ReactNode;
}

/** Reads and saves what people edit of a conversation. */
export function useSave(conversationId: string): Save {
  const { tidings } = useApp();
  const [asked, setAsked] = useState<Asked>();
  const path = useMemo(() => ({ conversation_id: conversationId }), [conversationId]);
  const read = useCallback(async (): Promise<Read> => {
    const given = { path, query: { includes: ['CONVERSATION_DATA'] as const } };
    const { body, etag } = await tidings.request('GET /conversations/{conversation_id}', given);
    const { description, conversation_data } = body;
    return { etag, state: { description, conversation_data } };
  }, [tidings, path]);
  const saving: Saving = {
    read,
    patch: (body, ifMatch) =>
      tidings.call('PATCH /conversations/{conversation_id}', {
        path,
        body,
        ...(ifMatch === undefined ? {} : { ifMatch }),
      }),
    choose: (conflicts) => new Promise((resolve, reject) => setAsked({ conflicts, resolve, reject })),
  };
  const end = (done: () => void) => {
    setAsked(undefined);
    done();
  };
  const dialog = asked ? (
    <Suspense>
      <ConflictDialog
        conflicts={asked.conflicts}
        onChosen={(own) => end(() => asked.resolve(own))}
        onClose={() => end(() => asked.reject(new Cancelled()))}
      />
    </Suspense>
  ) : null;
  const save = async (base: Read, edited: Editable) => (await import('./saving.js')).save(base, edited, saving);
  return { read, save, dialog };
}
