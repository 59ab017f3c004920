import { useEffect, useSyncExternalStore } from 'react';

/** Titles of the parts that are shown; the innermost one last. */
let titles: readonly { readonly name: string }[] = [];
const listeners = new Set<() => void>();

function set(next: typeof titles): void {
  titles = next;
  for (const listener of [...listeners]) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The name of what is shown, in the title of the document. The shell adds the unread count and the tenant. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return undefined;
    const title = { name };
    set([...titles, title]);
    return () => set(titles.filter((each) => each !== title));
  }, [name]);
}

/** The title that was set last, else the one of the part of the app. */
export const useShownTitle = (otherwise: string): string =>
  useSyncExternalStore(subscribe, () => titles.at(-1)?.name) ?? otherwise;
