/** Addresses of the app below its base. */
export const paths = {
  inbox: '/',
  account: '/account',
  callback: '/callback',
  conversation: (id: string) => `/conversations/${encodeURIComponent(id)}`,
  settings: (section?: string) => (section === undefined ? '/settings' : `/settings/${section}`),
  audit: (view?: string) => (view === undefined ? '/audit' : `/audit/${view}`),
} as const;

/** The first two parts of a path: `settings` and `users` of `/settings/users`. */
export function partsOf(path: string): { readonly room: string; readonly part: string | undefined } {
  const [, room = '', part, ...more] = path.split('/');
  if (more.length > 0) return { room: '?', part: undefined };
  return { room, part: part === undefined ? undefined : decoded(part) };
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
