// Parts of browsers that the store uses. Node, whose types the service is compiled with, has none of them.

export interface Request<T> {
  readonly result: T;
  readonly error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
  onupgradeneeded?: (() => void) | null;
}

export interface Rows {
  get(key: unknown): Request<unknown>;
  getAll(key: unknown): Request<unknown[]>;
  put(row: object): unknown;
  delete(key: unknown): unknown;
  index(name: string): Pick<Rows, 'getAll'>;
  createIndex(name: string, path: string): unknown;
}

export interface Transaction {
  readonly error: unknown;
  objectStore(name: string): Rows;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
}

export interface Database {
  transaction(store: string, mode?: 'readwrite'): Transaction;
  createObjectStore(name: string, options: { readonly keyPath: string | readonly string[] }): Rows;
  close(): void;
  onversionchange: (() => void) | null;
}

/** A request that counts the bytes that it sends, as `fetch` does not. */
export interface CountingRequest {
  readonly status: number;
  readonly upload: { onprogress: ((progress: { readonly loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  onloadend: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: File): void;
  abort(): void;
}

interface Browser {
  readonly indexedDB: { open(name: string, version: number): Request<Database> };
  readonly XMLHttpRequest?: new () => CountingRequest;
}

/** Its members are missing outside of browsers. */
export const browser = globalThis as unknown as Browser;
