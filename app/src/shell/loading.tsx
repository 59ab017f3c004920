import { useEffect, useState } from 'react';
import { useTexts } from '../language.js';
import { texts } from './texts.js';

/** A quick answer shows no spinner. */
const SHOWN_AFTER_MS = 200;

export function Loading() {
  const text = useTexts(texts);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setShown, SHOWN_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? <div className="spinner" role="progressbar" aria-label={text.loading} /> : null;
}
