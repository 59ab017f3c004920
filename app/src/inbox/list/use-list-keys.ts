import { type RefObject, useEffect, useRef } from 'react';
import { isTyping } from '../keys.js';

interface Options {
  readonly list: RefObject<HTMLElement | null>;
  readonly total: number;
  readonly rowHeight: number;
  readonly placeNow: () => number | undefined;
  readonly onMove: (index: number) => void;
}

/** Moves in the list by keys: by letters wherever nobody types, by the others within the list. */
export function useListKeys(options: Options): void {
  const newest = useRef(options);
  newest.current = options;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { list, total, rowHeight, placeNow, onMove } = newest.current;
      const node = list.current;
      if (!node || total === 0 || event.defaultPrevented || isTyping(event)) return;
      const page = Math.max(1, Math.floor(node.clientHeight / rowHeight) - 1);
      const wanted = node.contains(document.activeElement)
        ? { ...LETTERS, ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -total, End: total }[event.key]
        : LETTERS[event.key];
      if (wanted === undefined) return;
      event.preventDefault();
      const from = placeNow() ?? (wanted > 0 ? -1 : 1);
      onMove(Math.min(total - 1, Math.max(0, from + wanted)));
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const LETTERS: Readonly<Record<string, number>> = { j: 1, k: -1 };
