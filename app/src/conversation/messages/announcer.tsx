import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../language.js';
import type { Row } from './rows.js';
import { texts } from './texts.js';

/** Characters of a message that a screen reader reads at most. */
const READ = 200;

/** Announces new messages of others to screen readers. */
export function Announcer({ rows, newest }: { readonly rows: readonly Row[]; readonly newest: number }) {
  const text = useTexts(texts);
  const known = useRef(newest);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = Math.max(before, newest);
    const fresh = rows.filter(({ message, isOwn }) => message.sequence > before && !isOwn);
    const last = fresh.at(-1);
    if (!last) return;
    const name = last.author?.display_name ?? text.someone;
    const words = last.message.text?.slice(0, READ) ?? text.newMessages(1);
    setSaid(fresh.length > 1 ? text.newMessages(fresh.length) : text.said(name, words));
  }, [rows, newest, text]);
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  );
}
