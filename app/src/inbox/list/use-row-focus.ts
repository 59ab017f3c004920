import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';

interface Place {
  readonly index: number;
  readonly conversation: Conversation;
}

interface Run {
  readonly start: number;
  readonly conversations: readonly Conversation[];
}

interface RowFocus {
  /** The row that the Tab key reaches. It stays in the page while others scroll by. */
  readonly current: Place | undefined;
  readonly onFocus: (id: string) => void;
  /** Gives the focus to a row, now or once it is read. */
  readonly focusAt: (index: number) => void;
  /** The place of the focus, or the one that gets it. */
  readonly placeNow: () => number | undefined;
}

/** Which row has the focus, wherever it moves to. */
export function useRowFocus(list: RefObject<HTMLElement | null>, run: Run, openId: string | undefined): RowFocus {
  const { start, conversations } = run;
  const [focused, setFocused] = useState<string>();
  const last = useRef<Place | undefined>(undefined);
  const awaited = useRef<number | undefined>(undefined);
  const wanted = focused ?? openId;
  const at = conversations.findIndex(({ id }) => id === wanted);
  const found = conversations[at];
  const known = last.current?.conversation.id === wanted ? last.current : undefined;
  const current = found ? { index: start + at, conversation: found } : known;

  const give = useCallback(() => {
    const row = list.current?.querySelector<HTMLElement>(`a[data-index="${awaited.current}"]`);
    if (!row) return;
    awaited.current = undefined;
    row.focus({ preventScroll: true });
  }, [list]);
  useLayoutEffect(() => {
    last.current = current;
    if (awaited.current !== undefined) give();
  });
  const focusAt = useCallback(
    (index: number) => {
      awaited.current = index;
      give();
    },
    [give],
  );
  const onFocus = useCallback((id: string) => setFocused(id), []);
  return { current, onFocus, focusAt, placeNow: () => awaited.current ?? last.current?.index };
}
