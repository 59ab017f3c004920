/** What a process did to the files of a folder, as strace writes it. */
export type DiskCall =
  | { readonly is: 'write'; readonly path: string; readonly bytes: Buffer; readonly at: number }
  | { readonly is: 'truncate'; readonly path: string; readonly size: number }
  | { readonly is: 'create'; readonly path: string }
  | { readonly is: 'remove'; readonly path: string }
  | { readonly is: 'sync'; readonly path: string }
  | { readonly is: 'say'; readonly text: string };

/** A call begins and ends in lines of its own where another thread was faster. */
export interface TracedCall {
  readonly call: DiskCall;
  readonly ends: 'here' | 'later';
}

/** `id`: the thread, whose call that began before has ended. */
export type TraceLine = { readonly id: string } & (TracedCall | { readonly call: undefined });

export const TRACED = 'trace=openat,pwrite64,write,ftruncate,fsync,fdatasync,unlink';

const LINE = /^(\d+) +(?:<\.\.\. \w+ resumed>|(\w+)\((.*))/s;
const WRITE = /^\d+<([^>]*)>, "((?:[^"\\]|\\.)*)", \d+(?:, (\d+))?/s;
const FILE = /^\d+<([^>]*)>(?:, (\d+))?/;
const PATH = /^(?:AT_FDCWD(?:<[^>]*>)?, )?"([^"]*)"(?:, ([A-Z_|]+))?/;

const NAMED: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12, '"': 34, '\\': 92 };

const unescaped = (text: string): Buffer =>
  Buffer.from(
    text.replace(/\\([0-7]{1,3}|.)/gs, (_, code: string) =>
      String.fromCharCode(NAMED[code] ?? Number.parseInt(code, 8)),
    ),
    'latin1',
  );

const written = (rest: string): DiskCall | undefined => {
  const [, path, text, at] = WRITE.exec(rest) ?? [];
  if (path === undefined || text === undefined) return undefined;
  if (at !== undefined) return { is: 'write', path, bytes: unescaped(text), at: Number(at) };
  return rest.startsWith('1<') ? { is: 'say', text: unescaped(text).toString() } : undefined;
};

const named = (rest: string, is: 'create' | 'remove'): DiskCall | undefined => {
  const [, path, flags] = PATH.exec(rest) ?? [];
  if (path === undefined || (is === 'create' && !flags?.includes('O_CREAT')) || rest.endsWith('ENOENT'))
    return undefined;
  return { is, path };
};

const filed = (rest: string, is: 'sync' | 'truncate'): DiskCall | undefined => {
  const [, path, size] = FILE.exec(rest) ?? [];
  if (path === undefined) return undefined;
  return is === 'sync' ? { is, path } : { is, path, size: Number(size) };
};

function callOf(name: string, rest: string): DiskCall | undefined {
  if (name === 'write' || name === 'pwrite64') return written(rest);
  if (name === 'openat') return named(rest, 'create');
  if (name === 'unlink') return named(rest, 'remove');
  if (name === 'ftruncate') return filed(rest, 'truncate');
  return filed(rest, 'sync');
}

export function traceLine(line: string): TraceLine | undefined {
  const [, id, name, rest] = LINE.exec(line) ?? [];
  if (id === undefined) return undefined;
  if (name === undefined || rest === undefined) return { id, call: undefined };
  const call = callOf(name, rest);
  return call && { id, call, ends: rest.endsWith('<unfinished ...>') ? 'later' : 'here' };
}
