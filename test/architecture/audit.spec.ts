import { describe, expect, test } from 'vitest';
import { secretMembers, secretsOf } from '../../src/catalogue/audit/secrets.js';
import { auditSubjects, LOGGED_TYPES } from '../../src/catalogue/audit/subjects.js';
import { vocabulary } from '../../src/composition/registry.js';
import { withoutSecrets } from '../../src/modules/audit/event/application/shown-data.js';
import { eventMembers } from './event-data.js';
import { shownMembers } from './shown-members.js';

describe('the subject of an event', () => {
  test('is said of every event type, and of no other', () => {
    expect(LOGGED_TYPES.toSorted()).toEqual(Object.keys(vocabulary.types).toSorted());
  });
  test('is named by no sealed member', () => {
    const named = LOGGED_TYPES.flatMap((type) => {
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

describe('a secret', () => {
  const members = eventMembers();
  /** Reservations of resources have the id of a change alone. */
  const shownOf = (type: string): readonly string[] =>
    (shownMembers[type] ?? shownMembers[type.replace(/(?:Created|Changed)$/, '')] ?? '').split(' ').filter(Boolean);

  test('is told from other data for every member of every event type', () => {
    for (const type of Object.keys(vocabulary.types)) {
      const known = /[a-z](?:Reserved|Released)$/.test(type) ? ['change'] : [...shownOf(type), ...secretsOf(type)];
      expect([type, members.get(type)]).toEqual([type, known.toSorted()]);
    }
  });
  test('is a member of an event type that there is', () => {
    for (const [name, secrets] of Object.entries(secretMembers)) {
      const own = [...members].filter(([type]) => secretsOf(type) === secretMembers[name]);
      expect([name, own.length]).not.toEqual([name, 0]);
      for (const [, all] of own) expect(all).toEqual(expect.arrayContaining([...secrets]));
    }
  });
  test('is left out wherever it is', () => {
    const data = { sealed: 'x', old: [{ sealed: 'y', until: 'then' }], endpointUrl: 'https://a.example' };
    expect(withoutSecrets('WebhookSettingsChanged', data)).toEqual({
      sealed: '[secret]',
      old: [{ sealed: '[secret]', until: 'then' }],
      endpointUrl: 'https://a.example',
    });
    expect(withoutSecrets('UserChanged', { passwordHash: null })).toEqual({ passwordHash: null });
    expect(withoutSecrets('UserChanged', { firstname: 'Anna' })).toEqual({ firstname: 'Anna' });
  });
});
