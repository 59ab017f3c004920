import { expect, test } from 'vitest';
import type { Erasure } from '../../../../src/kernel/erasure.js';
import { instant } from '../../../../src/kernel/instant.js';
import {
  certificateOf,
  certificateText,
} from '../../../../src/modules/conversations/erasure/domain/erasure.certificate.js';

const at = instant('2030-01-01T08:00:00Z');
const erasure: Erasure = {
  ...{ id: 'e', kind: 'USER', subjectId: 'u', requestedBy: 'user:anna', requestedAt: at, events: 3, completedAt: at },
  signature: 'signed',
};

test('a certificate is one line of canonical JSON over all but the signature', () => {
  const time = '2030-01-01T08:00:00.000Z';
  expect(certificateText(erasure)).toBe(
    `{"completed_at":"${time}","events":3,"id":"e","kind":"USER","requested_at":"${time}","requested_by":"user:anna","subject_id":"u"}\n`,
  );
});

test('a certificate has the members of the response', () => {
  const { completedAt: _, ...running } = { ...erasure, conversationId: 'c' };
  expect(Object.keys(certificateOf(running))).toEqual([
    ...['id', 'kind', 'subject_id', 'conversation_id', 'requested_by', 'requested_at', 'events'],
  ]);
});
