import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../language.js';
import { isTyping } from '../keys.js';
import { texts } from '../texts.js';

/** A search begins once nobody types for this long. */
const TYPED_MS = 250;
const MOST = 200;

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** `/` leads here, Escape leads back. */
export function SearchField({ value, onChange }: Props) {
  const text = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // The address changed by another way.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      onChange(typed);
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  return (
    <search className="search">
      <Search size={16} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        aria-keyshortcuts="/"
        maxLength={MOST}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          const row = document.querySelector<HTMLElement>('.scroller a[tabindex="0"]');
          if (row) row.focus({ preventScroll: true });
          else event.currentTarget.blur();
        }}
      />
    </search>
  );
}
