import { describe, expect, test } from 'vitest';
import { clearValues } from '../../src/catalogue/operational/kind-facts.js';
import { operationalRetention } from '../../src/catalogue/retention.js';
import { combine } from '../../src/composition/combine.js';
import { manifests } from '../../src/composition/registry.js';
import type { Manifest } from '../../src/engine/manifest.js';

const declared = manifests.flatMap(({ operationalKinds = {} }) => Object.entries(operationalKinds));

type Declared = readonly (readonly [kind: string, facts: { readonly sealed?: boolean }])[];

/** Kinds that leave open whether they are sealed, and those that stay in clear where no row says what they hold. */
const leftOpen = (kinds: Declared, held: Readonly<Record<string, string | null>> = clearValues): readonly string[] =>
  kinds.filter(([kind, { sealed }]) => !(kind in held) || sealed !== (held[kind] === null)).map(([kind]) => kind);

/** Words of values that are sealed. */
const PERSONAL = /\b(text|name|e-mail|address|number of a telephone|language|body|answer|label|note|browser)s?\b/;

describe('values of the operational store', () => {
  test('are sealed, or hold what the table says', () => {
    expect(declared.length).toBeGreaterThan(40);
    expect(leftOpen(declared)).toEqual([]);
    expect(Object.keys(clearValues).toSorted()).toEqual(Object.keys(operationalRetention).toSorted());
  });
  test('that stay in clear hold nothing personal', () => {
    for (const [kind, held] of Object.entries(clearValues)) expect([kind, held]).not.toEqual([kind, '']);
    expect(Object.values(clearValues).filter((held) => held && PERSONAL.test(held))).toEqual([]);
    expect('names and addresses').toMatch(PERSONAL);
  });
  test('are of no kind that leaves it open, or that no row was written for', () => {
    expect(leftOpen([['effect', {}]])).toEqual(['effect']);
    expect(leftOpen([['thing', { sealed: false }]])).toEqual(['thing']);
    expect(leftOpen([['effect', { sealed: false }]])).toEqual(['effect']);
    expect(leftOpen([['effect', { sealed: true }]])).toEqual([]);
  });
  test('are sealed by the service where the manifests say so', () => {
    const kinds = { one: { expiry: 'kept', sealed: true }, two: { expiry: 'due', sealed: false } } as const;
    expect([...combine([{ name: 'thing', operationalKinds: kinds } as Manifest]).sealedKinds]).toEqual(['one']);
    const sealed = Object.entries(clearValues).filter(([, held]) => held === null);
    expect([...combine(manifests).sealedKinds].toSorted()).toEqual(sealed.map(([kind]) => kind).toSorted());
  });
});
