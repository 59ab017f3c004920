import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';

interface Run {
  readonly start: number;
  readonly conversations: readonly Conversation[];
}

/**
 * Conversations that move above those on screen leave these where they are. At its top the list shows what comes.
 */
export function usePlace(scroller: RefObject<HTMLElement | null>, run: Run, rowHeight: number): void {
  const before = useRef(run);
  useLayoutEffect(() => {
    const node = scroller.current;
    const known = before.current;
    before.current = run;
    if (!node || node.scrollTop < rowHeight / 2 || known.conversations === run.conversations) return;
    const first = Math.floor(node.scrollTop / rowHeight);
    const shown = Math.ceil(node.clientHeight / rowHeight);
    const places = new Map(run.conversations.map(({ id }, at) => [id, run.start + at]));
    for (let index = first; index < first + shown; index++) {
      const id = known.conversations[index - known.start]?.id;
      const place = id === undefined ? undefined : places.get(id);
      if (place === undefined || Math.abs(place - index) > shown) continue;
      node.scrollTop += (place - index) * rowHeight;
      return;
    }
  }, [scroller, run.conversations, run.start, rowHeight]);
}
