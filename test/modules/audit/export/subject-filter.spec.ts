import { describe, expect, test } from 'vitest';
import { SubjectFilter } from '../../../../src/modules/audit/export/application/subject-filter.js';

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`);

describe('a filter of subjects', () => {
  test('has every subject that was added, also after it was stored', () => {
    const filter = SubjectFilter.empty();
    const added = names('conversation', 50_000);
    for (const each of added) filter.add(each);
    const kept = SubjectFilter.from(String(filter));
    expect(added.filter((each) => !kept.mayHave(each))).toEqual([]);
  });
  test('seldom has another one', () => {
    const filter = SubjectFilter.empty();
    expect(names('user', 1_000).filter((each) => filter.mayHave(each))).toEqual([]);
    for (const each of names('conversation', 50_000)) filter.add(each);
    expect(names('user', 10_000).filter((each) => filter.mayHave(each)).length).toBeLessThan(200);
  });
});
