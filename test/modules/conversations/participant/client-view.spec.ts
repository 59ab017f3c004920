import { describe, expect, test } from 'vitest';
import { clientView } from '../../../../src/catalogue/client-view.js';
import {
  conversationForClient,
  participantForClient,
} from '../../../../src/modules/conversations/participant/api/client-view.dto.js';

describe('a conversation for a client', () => {
  test('has the listed members in their order, and no other', () => {
    const whole = Object.fromEntries(
      [...clientView.conversation, 'labels', 'locked_by', 'conversation_data'].map((name) => [name, name]),
    );
    expect(Object.keys(conversationForClient(whole))).toEqual(clientView.conversation);
    expect(conversationForClient({ labels: ['vip'], id: 'c1' })).toEqual({ id: 'c1' });
  });
});

describe('a participant for another client', () => {
  const olga = { id: 'o', kind: 'USER', display_name: 'Olga', user_id: 'u', email: 'olga@acme.example' };

  test('has id, kind and name', () =>
    expect(participantForClient(olga)).toEqual({ id: 'o', kind: 'USER', display_name: 'Olga' }));

  test.each([
    [{ kind: 'USER', display_name: 'olga' }, true, 'Agent'],
    [{ kind: 'USER', display_name: 'olga@acme.example' }, false, 'Agent'],
    [{ kind: 'USER', display_name: 'Olga @ Acme' }, false, 'Olga @ Acme'],
    [{ kind: 'SHARED', display_name: 'help@acme.example' }, false, 'help@acme.example'],
    [{ kind: 'CLIENT', display_name: 'carl@example.org' }, false, 'carl@example.org'],
  ])('%j, unnamed %s, is called %s', (named, unnamed, name) =>
    expect(participantForClient({ id: 'x', ...named }, { unnamed }).display_name).toBe(name),
  );

  test.each([
    ['USER', true, 'Acme desk'],
    ['USER', false, 'Acme desk'],
    ['CLIENT', false, 'Olga'],
    ['WORKFLOW', false, 'Olga'],
  ])('of kind %s, unnamed %s, is called %s where the type gives users a name', (kind, unnamed, name) => {
    const naming = { unnamed, usersName: 'Acme desk' };
    expect(participantForClient({ id: 'x', kind, display_name: 'Olga' }, naming).display_name).toBe(name);
  });
});
