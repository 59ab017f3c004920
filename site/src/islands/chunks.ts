const attempts = new Map<string, number>();
const loaded = new Map<string, Promise<unknown>>();

/** Imports a file once; after a failure under a new query, since a browser remembers that a module failed. */
export function importChunk<T>(url: string): Promise<T> {
  const known = loaded.get(url);
  if (known) return known as Promise<T>;
  const attempt = attempts.get(url) ?? 0;
  attempts.set(url, attempt + 1);
  const importing: Promise<T> = import(/* @vite-ignore */ attempt === 0 ? url : `${url}?retry=${attempt}`);
  loaded.set(url, importing);
  importing.catch(() => loaded.delete(url));
  return importing;
}

/** Whether the server says that a file is gone, as after a deploy. */
async function isMissing(url: string): Promise<boolean> {
  const answer = await fetch(url, { method: 'HEAD' }).catch(() => undefined);
  return answer?.status === 404;
}

const KEY = 'tidings.reloaded';

/** Reloads the page once per page and build where a file is gone; true where it does. */
export async function reloadIfMissing(urls: readonly string[], build: string): Promise<boolean> {
  const missing = await Promise.all(urls.map(isMissing));
  const page = `${location.pathname} ${build}`;
  try {
    if (!missing.includes(true) || sessionStorage.getItem(KEY) === page) return false;
    sessionStorage.setItem(KEY, page);
  } catch {
    return false;
  }
  location.reload();
  return true;
}
