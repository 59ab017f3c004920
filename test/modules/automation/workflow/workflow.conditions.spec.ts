import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equal } from '../../../../src/kernel/equal.js';
import { evaluate, noBranchHeld } from '../../../../src/modules/automation/workflow/domain/workflow.conditions.js';
import type {
  Compound,
  ConditionNode,
  Leaf,
} from '../../../../src/modules/automation/workflow/domain/workflow.resource.js';

const leaf = (operator: Leaf['operator'], more: Partial<Leaf> = {}): Leaf => ({
  kind: 'LEAF',
  target: 'a',
  operator,
  ...more,
});
const not = (child: ConditionNode): Compound => ({ kind: 'COMPOUND', operator: 'NOT', children: [child] });
const all = (operator: 'AND' | 'OR', children: readonly ConditionNode[]): Compound => ({
  kind: 'COMPOUND',
  operator,
  children,
});
const held = (node: ConditionNode, before: unknown, after: unknown) => evaluate(node, before, after).held;

const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;
const data = fc.dictionary(fc.constantFrom('a', 'b'), value) as fc.Arbitrary<Record<string, unknown>>;
const leaves = fc.record({
  kind: fc.constant('LEAF' as const),
  target: fc.constantFrom('a', 'b', 'a.b', 'a.0', 'b.length'),
  operator: fc.constantFrom('EQUALS', 'CHANGED_FROM_TO', 'CHANGED', 'EXISTS', 'NOT_EXISTS'),
  compareValue: value,
  oldValue: value,
}) as fc.Arbitrary<Leaf>;
const trees = fc.letrec<{ node: ConditionNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaves,
    fc
      .tuple(fc.constantFrom('AND' as const, 'OR' as const), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
      .map(([operator, children]) => all(operator, children)),
    tie('node').map(not),
  ),
})).node;

/** The same keys in another order, all the way down. */
const turned = (each: unknown): unknown => {
  if (Array.isArray(each)) return each.map(turned);
  if (typeof each !== 'object' || each === null) return each;
  return Object.fromEntries(
    Object.entries(each)
      .reverse()
      .map(([key, inner]) => [key, turned(inner)]),
  );
};

describe('a leaf', () => {
  test.each<[string, Leaf, unknown, unknown, boolean]>([
    ['EQUALS looks at the new data', leaf('EQUALS', { compareValue: 1 }), {}, { a: 1 }, true],
    ['EQUALS need not have changed', leaf('EQUALS', { compareValue: 1 }), { a: 1 }, { a: 1 }, true],
    ['EQUALS does not look at the old data', leaf('EQUALS', { compareValue: 1 }), { a: 1 }, {}, false],
    ['EQUALS makes no number of a text', leaf('EQUALS', { compareValue: '1' }), {}, { a: 1 }, false],
    ['null equals null', leaf('EQUALS', { compareValue: null }), {}, { a: null }, true],
    ['nothing equals no null', leaf('EQUALS', { compareValue: null }), {}, {}, false],
    ['null exists', leaf('EXISTS'), {}, { a: null }, true],
    ['what was is not', leaf('EXISTS'), { a: 1 }, {}, false],
    ['NOT_EXISTS', leaf('NOT_EXISTS'), { a: 1 }, {}, true],
    ['appearing is a change', leaf('CHANGED'), {}, { a: null }, true],
    ['going is a change', leaf('CHANGED'), { a: null }, {}, true],
    ['CHANGED_FROM_TO', leaf('CHANGED_FROM_TO', { oldValue: 1, compareValue: 2 }), { a: 1 }, { a: 2 }, true],
    ['from something else', leaf('CHANGED_FROM_TO', { oldValue: 1, compareValue: 2 }), { a: 3 }, { a: 2 }, false],
    ['to something else', leaf('CHANGED_FROM_TO', { oldValue: 1, compareValue: 2 }), { a: 1 }, { a: 3 }, false],
    ['from a value to itself', leaf('CHANGED_FROM_TO', { oldValue: 1, compareValue: 1 }), { a: 1 }, { a: 1 }, false],
    ['list elements by number', leaf('EQUALS', { target: 'a.1.b', compareValue: 2 }), {}, { a: [0, { b: 2 }] }, true],
    ['no inherited member', leaf('EXISTS', { target: 'a.constructor' }), {}, { a: {} }, false],
    ['no length of a list', leaf('EXISTS', { target: 'a.length' }), {}, { a: [1] }, false],
  ])('%s', (_, node, before, after, expected) => expect(held(node, before, after)).toBe(expected));

  test('tells what it compared, and leaves out what was not there', () => {
    expect(evaluate(leaf('CHANGED'), {}, { a: null })).toEqual({ ...leaf('CHANGED'), held: true, new: null });
    expect(evaluate(leaf('CHANGED'), { a: [1] }, {})).toEqual({ ...leaf('CHANGED'), held: true, old: [1] });
  });
  test('tells only the beginning of a large value', () => {
    const { new: shown } = evaluate(leaf('EXISTS'), {}, { a: '😀'.repeat(5_000) }) as { new: string };
    expect(shown.length).toBeLessThanOrEqual(500);
    expect(shown.isWellFormed()).toBe(true);
  });
});

describe('of any data', () => {
  const check = (
    holds: (before: Record<string, unknown>, after: Record<string, unknown>, node: ConditionNode) => boolean,
  ) => fc.assert(fc.property(data, data, trees, holds), { numRuns: 500 });

  test('nothing has changed between equal data, whatever the order of keys', () =>
    check((before) => !held(leaf('CHANGED'), before, turned(before))));
  test('the order of keys changes no condition', () =>
    check((before, after, node) => held(node, before, after) === held(node, turned(before), turned(after))));
  test('CHANGED is the same both ways', () =>
    check((before, after) => held(leaf('CHANGED'), before, after) === held(leaf('CHANGED'), after, before)));
  test('something exists or it does not', () =>
    check((before, after) => held(leaf('EXISTS'), before, after) !== held(leaf('NOT_EXISTS'), before, after)));
  test('what is there equals itself', () =>
    check(
      (before, after) =>
        held(leaf('EQUALS', { compareValue: after.a as unknown }), before, after) === Object.hasOwn(after, 'a'),
    ));
  test('a change from what was to what is, is a change of existing values', () =>
    check((before, after) => {
      const both = Object.hasOwn(before, 'a') && Object.hasOwn(after, 'a');
      const fromTo = leaf('CHANGED_FROM_TO', { oldValue: before.a, compareValue: after.a });
      return held(fromTo, before, after) === (both && !equal(before.a, after.a));
    }));
  test('NOT turns round, NOT NOT turns back', () =>
    check(
      (before, after, node) =>
        held(not(node), before, after) !== held(node, before, after) &&
        held(not(not(node)), before, after) === held(node, before, after),
    ));
  test('NOT of AND is OR of NOTs', () =>
    check((before, after, node) => {
      const children = [node, leaf('CHANGED'), leaf('EXISTS')];
      return held(not(all('AND', children)), before, after) === held(all('OR', children.map(not)), before, after);
    }));
  test('the tree that is told has the shape of the condition, every node judged', () =>
    check((before, after, node) => {
      const same = (asked: ConditionNode, told: ReturnType<typeof evaluate>): boolean =>
        typeof told.held === 'boolean' &&
        (asked.kind === 'LEAF'
          ? equal({ ...asked }, { ...asked, ...told, held: undefined, old: undefined, new: undefined })
          : told.kind === 'COMPOUND' &&
            told.children.length === asked.children.length &&
            asked.children.every((child, i) => same(child, told.children[i]!)));
      return same(node, evaluate(node, before, after));
    }));
});

test('that no branch held is told as an OR that did not hold', () => {
  const evaluated = evaluate(leaf('EXISTS'), {}, {});
  expect(noBranchHeld([evaluated, evaluated])).toEqual({
    kind: 'COMPOUND',
    operator: 'OR',
    held: false,
    children: [evaluated, evaluated],
  });
});
