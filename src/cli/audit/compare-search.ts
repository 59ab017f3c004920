import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
import { indexedWords, type Spellings, searchedWords } from '../../ports/stores/words.js';
import type { Refold } from './refold.js';

const LIMIT = 1_000;
/** Characters; the index cuts longer words. */
const LONGEST_WORD = 100;

interface Group {
  readonly name: string;
  readonly words: Set<string>;
}

/** The words of every group of an index, from the documents of all collections that share it. */
function groupsOf(refolds: readonly Refold[], tenantId: string, index: string): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { projection, tenants } of refolds) {
    const { search } = projection as AnyProjection;
    if (search?.index !== index) continue;
    for (const doc of tenants.get(tenantId)?.values() ?? []) {
      const name = search.group(doc);
      const group = groups.get(name) ?? { name, words: new Set() };
      groups.set(name, group);
      for (const word of indexedWords(search.text(doc))) group.words.add(word);
    }
  }
  return [...groups.values()];
}

/** Evenly spaced groups, `samples` at most. */
function sampled<T>(all: readonly T[], samples: number): readonly T[] {
  const step = Math.max(1, Math.floor(all.length / Math.max(1, samples)));
  return all.filter((_, i) => i % step === 0).slice(0, samples);
}

/** One word of the group and the beginning of another; a search finds exactly the groups with both. */
function wordsToSearch({ words }: Group): readonly string[] {
  const known = [...words].filter((word) => word.length <= LONGEST_WORD);
  const [last = '', middle = last] = [known.at(-1), known[Math.floor(known.length / 2)]];
  return [last, middle.slice(0, Math.ceil((middle.length * 2) / 3))].filter((word) => word !== '');
}

const holds = ({ words }: Group, spellings: Spellings): boolean => {
  for (const word of words) if (spellings.some((prefix) => word.startsWith(prefix))) return true;
  return false;
};

/** Searches for words of sampled documents and compares the result with a scan of all words. */
export async function compareSearch(
  documents: DocumentStore,
  refolds: readonly Refold[],
  samples: number,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { projection, tenants } of refolds) {
    const { search } = projection;
    if (!search) continue;
    for (const [tenantId, docs] of tenants) {
      const own = [...docs].filter(([key, doc]) => search.group(doc) === key).map(([key]) => key);
      if (own.length === 0) continue;
      const groups = groupsOf(refolds, tenantId, search.index);
      for (const group of sampled(groups, samples)) {
        const text = wordsToSearch(group).join(' ');
        const words = searchedWords(text);
        const matching = groups.filter((each) => words.every((word) => holds(each, word)));
        const names = new Set(matching.map(({ name }) => name));
        const expected = own.filter((key) => names.has(key)).sort();
        if (words.length === 0 || expected.length > LIMIT) continue;
        const reader = documents.reader<unknown>(projection, tenantId);
        const { keys } = await reader.find({ matching: { index: search.index, text }, limit: LIMIT });
        if (keys.toSorted().join() !== expected.join()) {
          wrong.push(
            `${projection.name} ${tenantId} search ${text}: ${keys.length} found, expected ${expected.length}`,
          );
        }
      }
    }
  }
  return wrong;
}
