import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The theme that is chosen holds for the site too. */
const KEY = 'tidings.theme';
const root = document.documentElement;

export function chosenTheme(): Theme {
  try {
    return THEMES.find((each) => each === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    return 'system';
  }
}

export function chooseTheme(theme: Theme): void {
  const isDark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  root.dataset.theme = isDark ? 'dark' : 'light';
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // The choice then holds until the page is left.
  }
}

function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export const useIsDark = (): boolean => useSyncExternalStore(follow, () => root.dataset.theme === 'dark');
