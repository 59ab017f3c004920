/** Carries a value through all that follows from a call; an AsyncLocalStorage is one. */
export interface Scope<T> {
  run<R>(value: T, work: () => R): R;
  getStore(): T | undefined;
}

/** A page of events while it is handled. */
export interface HandledPage {
  isOpen: boolean;
}
