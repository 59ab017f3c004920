import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** Files of this machine that say how names are looked up. */
export interface LocalFiles {
  readonly hosts: string;
  readonly resolver: string;
}

export const LOCAL_FILES: LocalFiles = {
  hosts:
    process.platform === 'win32'
      ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
      : '/etc/hosts',
  resolver: '/etc/resolv.conf',
};

const MOST_DOMAINS = 6;

/** Lower case, without the dot at its end. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '');

const wordsOf = (text: string): readonly (readonly string[])[] =>
  text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .split(/\s+/)
      .filter((word) => word !== ''),
  );

/** Addresses by name. */
export function hostsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [address = '', ...names] of wordsOf(text)) {
    if (isIP(address) === 0 || address.includes('%')) continue;
    for (const name of names.map(plainName)) found.set(name, [...(found.get(name) ?? []), address]);
  }
  return found;
}

/** Domains below which a name is looked up too. The last line of them counts. */
export const searchDomainsIn = (text: string): readonly string[] =>
  wordsOf(text)
    .filter(([word]) => word === 'search' || word === 'domain')
    .map(([, ...domains]) => domains.map(plainName).filter((domain) => domain !== ''))
    .at(-1)
    ?.slice(0, MOST_DOMAINS) ?? [];

/** The content of a file, read again after the file changed. A file that cannot be read is empty. */
export function watchedFile<T>(path: string, parse: (text: string) => T): () => Promise<T> {
  let version = '';
  let content = parse('');
  return async () => {
    const found = await stat(path).catch(() => undefined);
    const now = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
    if (now === version) return content;
    content = parse(await readFile(path, 'utf8').catch(() => ''));
    version = now;
    return content;
  };
}
