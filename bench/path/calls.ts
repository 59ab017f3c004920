import { isMachinery } from './machinery.js';

/** A function that was called at least once, as V8 counts it. */
export interface FunctionCalls {
  /** URL of its file. */
  readonly url: string;
  /** Where in the file it begins. */
  readonly at: number;
  readonly calls: number;
}

/** A function of the service. Its file is relative to the compiled service, such as `src/http/answer/paging.js`. */
export interface OwnFunction {
  readonly file: string;
  readonly at: number;
  readonly calls: number;
}

/** The functions that one request runs, in numbers. */
export interface Path {
  readonly files: number;
  readonly functions: number;
  readonly calls: number;
  /** Those of the calls that schedule and bound. */
  readonly machinery: number;
}

const COMPILED = new URL('../../', import.meta.url).href;
const OWN = /^(?:src|projections)\//;

/** The functions of the service; not those of packages, of Node and of the benchmark. */
export const ownFunctions = (called: readonly FunctionCalls[], compiled = COMPILED): readonly OwnFunction[] =>
  called.flatMap(({ url, at, calls }) => {
    const file = url.startsWith(compiled) ? url.slice(compiled.length) : '';
    return OWN.test(file) ? [{ file, at, calls }] : [];
  });

/** The functions that each of some tries called, with the fewest calls: timers of the service add to some tries. */
export function inEach(tries: readonly (readonly OwnFunction[])[]): readonly OwnFunction[] {
  const found = Map.groupBy(tries.flat(), ({ file, at }) => `${file} ${at}`);
  return [...found.values()]
    .filter(({ length }) => length === tries.length)
    .flatMap((same) => same.toSorted((a, b) => a.calls - b.calls).slice(0, 1));
}

const sum = (functions: readonly OwnFunction[]): number => functions.reduce((all, { calls }) => all + calls, 0);

export function pathOf(functions: readonly OwnFunction[]): Path {
  return {
    files: new Set(functions.map(({ file }) => file)).size,
    functions: functions.length,
    calls: sum(functions),
    machinery: sum(functions.filter(({ file }) => isMachinery(file))),
  };
}

/** The functions of each room, a folder, with the most calls first. */
export const roomsOf = (functions: readonly OwnFunction[]): readonly (readonly [string, Path])[] =>
  [...Map.groupBy(functions, ({ file }) => file.slice(0, file.lastIndexOf('/')))]
    .map(([room, own]) => [room, pathOf(own)] as const)
    .toSorted(([, a], [, b]) => b.calls - a.calls);
