import { describe, expect, test } from 'vitest';
import {
  TRACE_START,
  type TraceIndex,
  type TraceNode,
  type TracePlace,
  TraceWalk,
} from '../../../../src/modules/audit/trace/domain/trace-walk.js';

interface Node extends TraceNode {
  readonly cause?: string;
}

/** An index of nodes `[id, cause]`, in the order of the log. */
function indexOf(nodes: readonly (readonly [id: string, cause?: string])[]): TraceIndex<Node> {
  const all = nodes.map(([id, cause], n): Node => ({ id, position: n + 1, ...(cause === undefined ? {} : { cause }) }));
  const found = async (cause: string | undefined, after: number, limit: number) =>
    all.filter((node) => node.cause === cause && node.position > after).slice(0, limit);
  return {
    roots: (after, limit) => found(undefined, after, limit),
    childrenOf: (id, after, limit) => found(id, after, limit),
  };
}

/** The ids in the order of the walk, in pages of one size, each by a walk of its own. */
async function walked(index: TraceIndex<Node>, size: number): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let pages = 0;
  for (let place: TracePlace = TRACE_START; ; ) {
    const walk = new TraceWalk(index, JSON.parse(JSON.stringify(place)));
    const page: Node[] = [];
    pages++;
    let isFull = false;
    while (!isFull) {
      const some = await walk.next();
      if (some.length === 0) break;
      const taken = some.slice(0, size - page.length);
      page.push(...taken);
      isFull = page.length === size;
      if (isFull) place = walk.placeBehind(taken.at(-1));
    }
    ids.push(...page.map(({ id }) => id));
    if (!isFull && !walk.hasMore) return { ids, pages };
    if (!isFull) place = walk.placeBehind();
  }
}

const small = indexOf([
  ['a'],
  ['b'],
  ['a1', 'a'],
  ['b1', 'b'],
  ['a1x', 'a1'],
  ['a2', 'a'],
  ['b1x', 'b1'],
  ['a1x!', 'a1x'],
]);

describe('a walk', () => {
  test.each([1, 2, 3, 100])('is breadth first, in pages of %i', async (size) => {
    const { ids } = await walked(small, size);
    expect(ids).toEqual(['a', 'b', 'a1', 'b1', 'a2', 'a1x', 'b1x', 'a1x!']);
  });

  test('of nothing ends at once', async () => {
    expect(await walked(indexOf([]), 10)).toEqual({ ids: [], pages: 1 });
  });

  test.each([7, 64, 65, 1_000])('of many nodes on every level finds each once, in pages of %i', async (size) => {
    const nodes: (readonly [string, string?])[] = [];
    for (let n = 0; n < 150; n++) nodes.push([`r${n}`]);
    for (let n = 0; n < 400; n++) nodes.push([`c${n}`, `r${(n * 37) % 150}`]);
    for (let n = 0; n < 300; n++) nodes.push([`g${n}`, `c${(n * 53) % 400}`]);
    for (let n = 0; n < 200; n++) nodes.push([`h${n}`, 'g299']);
    const { ids } = await walked(indexOf(nodes), size);
    expect(ids).toHaveLength(nodes.length);
    expect(new Set(ids).size).toBe(nodes.length);
    const levels = ids.map((id) => 'rcgh'.indexOf(id[0] ?? ''));
    expect(levels).toEqual(levels.toSorted());
  });

  test('that finds no children for long ends early, and goes on', async () => {
    const nodes: (readonly [string, string?])[] = Array.from({ length: 20_000 }, (_, n) => [`r${n}`] as const);
    nodes.push(['last', 'r19999']);
    const { ids, pages } = await walked(indexOf(nodes), 5_000);
    expect(ids).toHaveLength(20_001);
    expect(ids.at(-1)).toBe('last');
    expect(pages).toBeGreaterThan(5);
  });

  test('finds what was appended meanwhile', async () => {
    const nodes: (readonly [string, string?])[] = [['a'], ['a1', 'a']];
    const first = new TraceWalk(indexOf(nodes));
    await first.next();
    const [a1] = await first.next();
    const place = first.placeBehind(a1);
    nodes.push(['a2', 'a'], ['a1x', 'a1']);
    const second = new TraceWalk(indexOf(nodes), place);
    const found = [await second.next(), await second.next()].flat();
    expect(found.map(({ id }) => id)).toEqual(['a2', 'a1x']);
  });
});
