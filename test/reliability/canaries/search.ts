import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Bytes before a text in the group of three that base64 encodes together. */
const OFFSETS = [0, 1, 2];

/** The characters of base64 that depend on the text alone, wherever in a longer text it stands. */
function base64Within(bytes: Buffer, encoding: 'base64' | 'base64url'): readonly string[] {
  return OFFSETS.map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString(encoding)
      .replaceAll('=', '');
    const last = (offset + bytes.length) % 3 === 0 ? undefined : -1;
    return text.slice(Math.ceil((offset * 8) / 6), last);
  });
}

const escaped = (text: string): string =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** The spellings under which a personal text could lie in a file. */
function spellingsOf(text: string): readonly Buffer[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  const inJsonInJson = JSON.stringify(inJson).slice(1, -1);
  const bytes = Buffer.from(text);
  const spellings = [
    ...[text, inJson, inJsonInJson, escaped(text), bytes.toString('hex'), encodeURIComponent(text)],
    ...base64Within(bytes, 'base64'),
    ...base64Within(bytes, 'base64url'),
  ];
  const wide = Buffer.from(text, 'utf16le');
  return [...[...new Set(spellings)].map((each) => Buffer.from(each)), wide, Buffer.from(wide).swap16()];
}

/** Canaries by name, each with its values. */
export type Canaries = Readonly<Record<string, readonly string[]>>;

/** `file: canary` for each file below a folder that holds one in its bytes or its name. Uploads hold what they hold. */
export function found(folder: string, canaries: Canaries, isSearched: (file: string) => boolean): readonly string[] {
  const wanted = Object.entries(canaries).map(([name, values]) => ({ name, spellings: values.flatMap(spellingsOf) }));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const file = relative(folder, path);
    if (!isSearched(file)) return [];
    const isUpload = file.startsWith('assets/');
    const content = Buffer.concat([Buffer.from(`${file}\n`), isUpload ? Buffer.alloc(0) : readFileSync(path)]);
    const held = wanted.filter(({ spellings }) => spellings.some((each) => content.includes(each)));
    return held.map(({ name }) => `${file}: ${name}`);
  });
}

/** What an operator knows to hold personal texts in clear: the read models and the outbox folder. */
export const isClear = (file: string): boolean => /^(read\.db|outbox\/)/.test(file);
export const isLog = (file: string): boolean => file.startsWith('log.db');
