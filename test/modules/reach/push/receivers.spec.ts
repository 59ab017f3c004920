import { describe, expect, test } from 'vitest';
import { instant } from '../../../../src/kernel/instant.js';
import { hadOpen, receiversOf } from '../../../../src/modules/reach/push/domain/receivers.js';

const members = [
  { id: 'client', kind: 'CLIENT' },
  { id: 'other', kind: 'CLIENT' },
  { id: 'ulla', kind: 'USER', userId: 'u1' },
  { id: 'emil', kind: 'USER', userId: 'u2' },
  { id: 'flow', kind: 'WORKFLOW' },
  { id: 'shared', kind: 'SHARED' },
] as const;
const at = instant('2026-01-01T12:00:00Z');
const told = (participantId: string, actor: string) =>
  receiversOf(members, { at, participantId, actor }).map(({ id }) => id);

describe('of a message are told', () => {
  test('all clients and users but its author', () => {
    expect(told('client', 'participant:client')).toEqual(['other', 'ulla', 'emil']);
    expect(told('ulla', 'user:u1')).toEqual(['client', 'other', 'emil']);
  });
  test('not the user who wrote it in the name of a client', () =>
    expect(told('client', 'user:u1')).toEqual(['other', 'emil']));
  test('everyone, where a key or a workflow wrote it for nobody of them', () => {
    expect(told('flow', 'workflow:w1')).toEqual(['client', 'other', 'ulla', 'emil']);
    expect(told('flow', 'key:u1')).toEqual(['client', 'other', 'ulla', 'emil']);
  });
});

describe('the conversation is open', () => {
  test.each([
    ['never', undefined, false],
    ['31 s before', '2026-01-01T11:59:29Z', false],
    ['30 s before', '2026-01-01T11:59:30Z', false],
    ['29 s before', '2026-01-01T11:59:31Z', true],
    ['since', '2026-01-01T12:00:05Z', true],
  ])('%s', (_, openAt, expected) =>
    expect(hadOpen(openAt === undefined ? undefined : instant(openAt), { at, participantId: '', actor: '' })).toBe(
      expected,
    ),
  );
});
