import { partsOf } from './paths.js';

type Load = () => Promise<unknown>;

const files = new Map<string, Load>();

/** Names the files of a room, which are loaded when its page is likely to be opened. */
export function preloads(room: string, load: Load): void {
  files.set(room, load);
}

export function preload(path: string): void {
  files
    .get(partsOf(path).room)?.()
    .catch(() => {});
}
