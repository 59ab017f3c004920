import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

interface Visible {
  readonly first: number;
  readonly last: number;
  /** Scrolls as little as it takes to show a row. */
  readonly scrollTo: (index: number) => void;
}

/** The rows on screen, of which each has the same height. */
export function useVisible(list: RefObject<HTMLElement | null>, rowHeight: number, total: number): Visible {
  const [{ first, last }, setRange] = useState({ first: 0, last: 0 });
  useLayoutEffect(() => {
    const node = list.current;
    if (!node) return undefined;
    const look = () => {
      const { scrollTop, clientHeight } = node;
      const range = {
        first: Math.floor(scrollTop / rowHeight),
        last: Math.floor((scrollTop + clientHeight) / rowHeight),
      };
      setRange((before) => (before.first === range.first && before.last === range.last ? before : range));
    };
    // The rows are there before the list is painted at its new place.
    const scrolled = () => flushSync(look);
    look();
    node.addEventListener('scroll', scrolled, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(node);
    return () => {
      node.removeEventListener('scroll', scrolled);
      observer.disconnect();
    };
  }, [list, rowHeight]);
  const scrollTo = useCallback(
    (index: number) => {
      const node = list.current;
      if (!node) return;
      const top = index * rowHeight;
      node.scrollTop = Math.max(top + rowHeight - node.clientHeight, Math.min(top, node.scrollTop));
    },
    [list, rowHeight],
  );
  const end = Math.max(0, total - 1);
  return { first: Math.min(first, end), last: Math.min(last, end), scrollTo };
}
