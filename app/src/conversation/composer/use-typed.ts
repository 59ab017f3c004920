import { useEffect, useRef, useState } from 'react';

/**
 * The text of the field, and a function that changes and keeps it. The field owns it, so that the caret stays where it
 * is; a draft that comes from elsewhere, as after a reload, replaces it.
 */
export function useTyped(draft: string, keep: (text: string) => void): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(draft);
  const own = useRef(draft);
  useEffect(() => {
    if (draft === own.current) return;
    own.current = draft;
    setTyped(draft);
  }, [draft]);
  function change(text: string): void {
    own.current = text;
    setTyped(text);
    keep(text);
  }
  return [typed, change];
}
