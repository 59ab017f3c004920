import { createContext, useCallback, useContext, useEffect, useState } from 'react';

const SHOWN_MS = 6_000;

/** Says to the reader that something is done. */
export const SayContext = createContext<(said: string) => void>(() => {});
export const useSay = (): ((said: string) => void) => useContext(SayContext);

/** The last words, and a function that says others. */
export function useSaid(): readonly [string, (said: string) => void] {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(setSaid, SHOWN_MS, '');
    return () => clearTimeout(timer);
  }, [said]);
  return [said, useCallback((words: string) => setSaid(words), [])];
}

export const SaidLine = ({ said }: { readonly said: string }) => (
  <p className="said" role="status">
    {said}
  </p>
);
