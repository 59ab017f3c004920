import { describe, expect, test } from 'vitest';
import { checkpointText } from '../../../../src/lib/notes/tree-checkpoint.js';
import { checkpointSize } from '../../../../src/modules/tenants/checkpoint/application/checkpoint-writer.service.js';
import { KeepCheckpoint } from '../../../../src/modules/tenants/checkpoint/domain/checkpoint.commands.js';
import { checkpointDecider } from '../../../../src/modules/tenants/checkpoint/domain/checkpoint.decider.js';
import type { CheckpointEvent } from '../../../../src/modules/tenants/checkpoint/domain/checkpoint.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

const checkpoints = given(checkpointDecider);
const noteOf = (size: number) =>
  `${checkpointText({ origin: 'log.example/t', size, root: Buffer.alloc(32) })}\n— log.example AAAA\n`;
const keep = (size: number) => new KeepCheckpoint('t', { note: noteOf(size) }, commandMeta());
const signed = (size: number): CheckpointEvent => ({ type: 'CheckpointSigned', data: { note: noteOf(size) } });

describe('the checkpoints of a tenant', () => {
  test('grow', () => {
    checkpoints().when(keep(1)).gives(signed(1));
    checkpoints(signed(1)).when(keep(3)).gives(signed(3));
  });

  test('are kept once', () => {
    checkpoints(signed(3)).when(keep(3)).gives();
    checkpoints(signed(3)).when(keep(2)).gives();
  });

  test('go on behind one that cannot be read', () => {
    const damaged: CheckpointEvent = { type: 'CheckpointSigned', data: { note: 'damaged' } };
    checkpoints(damaged).when(keep(2)).gives(signed(2));
  });
});

describe('the size of a stored checkpoint', () => {
  const stream = 'checkpoint-018f0000-0000-7000-8000-000000000001_018f0000-0000-7000-8000-000000000001';
  const body = JSON.stringify({ data: { note: noteOf(7) } });

  test.each([
    [{ stream, body }, 7],
    [{ stream, body: 'damaged' }, undefined],
    [{ stream, body: '{}' }, undefined],
    [{ stream: stream.replace('checkpoint', 'tenant'), body }, undefined],
  ])('of %j is %s', (event, size) => expect(checkpointSize(event)).toBe(size));
});
