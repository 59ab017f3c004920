import type { Token } from '../kernel/token.js';

type Constructed<T> = abstract new (...injected: never[]) => T;

type Key<T> = Token<T> | Constructed<T>;

type Provided<K> = K extends Constructed<infer T> ? T : K extends Token<infer T> ? T : never;

/** A provider as the frame's dependency injection takes it. */
export interface FactoryProvider {
  readonly provide: symbol;
  readonly inject: symbol[];
  readonly useFactory: (...provided: never[]) => unknown;
}

/** A provider whose factory takes what its tokens name, in that order: swapped parameters do not compile. */
export function provide<T, const D extends readonly Key<unknown>[]>(
  key: Key<T>,
  inject: D,
  useFactory: (...provided: { -readonly [I in keyof D]: Provided<D[I]> }) => NoInfer<T> | Promise<NoInfer<T>>,
): FactoryProvider {
  return { provide: key as symbol, inject: inject as unknown as symbol[], useFactory: useFactory as never };
}
