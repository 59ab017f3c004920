import { describe, expect, test } from 'vitest';
import { AUDIT_EVENT_TYPES, auditSubjects } from '../../src/catalogue/audit/subjects.js';
import { vocabulary } from '../../src/composition/registry.js';

describe('the subject of an event', () => {
  test('is said of every event type, and of no other', () => {
    expect(AUDIT_EVENT_TYPES.toSorted()).toEqual(Object.keys(vocabulary.types).toSorted());
  });
  test('is named by no sealed member', () => {
    const named = AUDIT_EVENT_TYPES.flatMap((type) => {
      const { id, conversation } = auditSubjects[type] ?? {};
      const members = [id, conversation].filter((source) => source?.startsWith('data.'));
      return members.map((source) => [type, source?.slice('data.'.length)] as const);
    });
    expect(named.length).toBeGreaterThan(5);
    for (const [type, member] of named) {
      const sealed = vocabulary.sealed?.[type]?.personal ?? [];
      expect(sealed.map((path) => path.split('.')[0])).not.toContain(member);
    }
  });
});
