import { type RefObject, useEffect } from 'react';
import { isTyping } from '../../inbox/keys.js';

/** The field has the focus where nothing else has it and no keyboard opens on the screen. The key R leads to it. */
export function useReplyKey(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const focus = () => field.current?.focus({ preventScroll: true });
    if (document.activeElement === document.body && matchMedia('(hover: hover)').matches) focus();
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'r' || event.shiftKey || isTyping(event)) return;
      event.preventDefault();
      focus();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
