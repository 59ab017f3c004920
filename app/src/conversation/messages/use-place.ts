import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const NEAR_TOP = 400;
const NEAR_END = 40;

interface Place {
  /** The first message on screen, and where it ends: its beginning changes when it is no longer the first of its day. */
  readonly id: string;
  readonly bottom: number;
}

export interface PlaceOptions {
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  readonly onMore: (side: 'older' | 'newer') => void;
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

/** Keeps the reader's place while messages come and go, at the end of the log or within it. */
export function usePlace(log: RefObject<HTMLElement | null>, options: PlaceOptions) {
  const [isAtEnd, setAtEnd] = useState(true);
  const stays = useRef(true);
  const place = useRef<Place>(undefined);
  const latest = useRef(options);
  latest.current = options;

  function note(node: HTMLElement): void {
    const { top } = node.getBoundingClientRect();
    place.current = undefined;
    for (const each of node.querySelectorAll<HTMLElement>('[data-id]')) {
      const { bottom } = each.getBoundingClientRect();
      if (bottom <= top) continue;
      place.current = { id: each.dataset.id ?? '', bottom: bottom - top };
      return;
    }
  }

  /** Puts the log where the reader was before it changed. */
  function restore(node: HTMLElement): void {
    if (stays.current) node.scrollTop = node.scrollHeight;
    else if (place.current) {
      const { id, bottom } = place.current;
      const shown = node.querySelector(`[data-id="${CSS.escape(id)}"]`);
      if (shown) node.scrollTop += shown.getBoundingClientRect().bottom - node.getBoundingClientRect().top - bottom;
    }
    note(node);
  }

  function set(is: boolean): void {
    stays.current = is;
    setAtEnd(is);
    latest.current.onAtEnd(is);
  }

  function scrolled(): void {
    const node = log.current;
    if (!node) return;
    const { hasOlder, hasNewer, onMore } = latest.current;
    const left = node.scrollHeight - node.scrollTop - node.clientHeight;
    set(left < NEAR_END && !hasNewer);
    note(node);
    if (node.scrollTop < NEAR_TOP && hasOlder) onMore('older');
    else if (left < NEAR_TOP && hasNewer) onMore('newer');
  }

  useLayoutEffect(() => {
    if (log.current) restore(log.current);
  });
  useLayoutEffect(() => {
    const node = log.current;
    if (!node) return undefined;
    const resized = new ResizeObserver(() => restore(node));
    for (const each of [node, ...node.children]) resized.observe(each);
    return () => resized.disconnect();
  }, []);

  return { isAtEnd, scrolled, toEnd: () => set(true) };
}
