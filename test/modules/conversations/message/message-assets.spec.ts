import { describe, expect, test } from 'vitest';
import { ASSET_STATUSES, type AssetStatus } from '../../../../src/catalogue/assets.js';
import { limits } from '../../../../src/catalogue/limits/limits.js';
import { streamName } from '../../../../src/kernel/stream.js';
import {
  ChangeAssetStatus,
  type SeenStatus,
} from '../../../../src/modules/conversations/message/domain/message.commands.js';
import { messageDecider } from '../../../../src/modules/conversations/message/domain/message.decider.js';
import type { MessageEvent } from '../../../../src/modules/conversations/message/domain/message.events.js';
import { commandMeta, given, metaOf, TENANT } from '../../../support/given/given.js';

const messages = given(messageDecider);
const STREAM = streamName('messageLog', TENANT, 'c');

const posted = (n: number): MessageEvent => ({
  type: 'MessagePosted',
  data: { kind: 'IMAGE', messageId: `m${n}`, sequence: n, participantId: 'p', seenBy: 'p' },
});
const changed = (status: AssetStatus, n = 1, lastSequence = 1): MessageEvent => ({
  type: 'AssetStatusChanged',
  data: { messageId: `m${n}`, sequence: n, lastSequence, asset: { status } },
});
const deleted: MessageEvent = {
  type: 'MessageDeleted',
  data: { messageId: 'm1', sequence: 1, lastSequence: 1, media: true },
};
const change = (
  status: AssetStatus,
  seen: { status: SeenStatus; through: number } = { status: 'UPLOAD_PENDING', through: 0 },
) => new ChangeAssetStatus('c', { messageId: 'm1', sequence: 1, asset: { status }, seen }, commandMeta());

const ORDER: Readonly<Partial<Record<AssetStatus, readonly AssetStatus[]>>> = {
  UPLOAD_PENDING: ['COMPRESSION_STARTED', 'UPLOAD_COMPLETED', 'UPLOAD_COMPLETED_MISSING', 'UPLOAD_FAILED'],
  COMPRESSION_STARTED: ['UPLOAD_COMPLETED', 'UPLOAD_COMPLETED_MISSING', 'UPLOAD_FAILED'],
  UPLOAD_COMPLETED: ['UPLOAD_COMPLETED_MISSING'],
};

describe('the status of an asset', () => {
  for (const from of ASSET_STATUSES) {
    for (const to of ASSET_STATUSES) {
      const follows = ORDER[from]?.includes(to) === true;
      test(`${to} ${follows ? 'follows' : 'does not follow'} ${from}`, () => {
        const history = from === 'UPLOAD_PENDING' ? [posted(1)] : [posted(1), changed(from)];
        const decided = messages(...history).when(change(to));
        if (follows) decided.gives(changed(to));
        else decided.nothing();
      });
    }
  }
  test('does not change after the message is deleted', () =>
    messages(posted(1), deleted).when(change('UPLOAD_COMPLETED')).nothing());
  test('counts as the log has it, not as the read model saw it', () =>
    messages(posted(1), changed('UPLOAD_FAILED'))
      .when(change('UPLOAD_COMPLETED', { status: 'UPLOAD_PENDING', through: 1 }))
      .nothing());
});

describe('in a log whose beginning is not read', () => {
  const tail = (event: MessageEvent) =>
    messageDecider.evolve(messageDecider.initial, { ...event, meta: metaOf(STREAM, 500, { position: 700 }) });
  const state = tail(changed('UPLOAD_COMPLETED', 9, 30));

  test('the read model says how it was before', () => {
    const command = change('UPLOAD_FAILED', { status: 'UPLOAD_PENDING', through: 699 });
    expect(messageDecider.decide(command, state)).toEqual([changed('UPLOAD_FAILED', 1, 30)]);
    const failed = change('UPLOAD_COMPLETED', { status: 'UPLOAD_FAILED', through: 699 });
    expect(messageDecider.decide(failed, state)).toEqual([]);
  });
  test('a read model that is behind is asked again', () => {
    const command = change('UPLOAD_FAILED', { status: 'UPLOAD_PENDING', through: 698 });
    expect(() => messageDecider.decide(command, state)).toThrow('errors.position.not_reached');
  });
});

test('so many assets are remembered; an older one is looked up', () => {
  const many = Array.from({ length: limits.recentMessages + 1 }, (_, n) => posted(n + 1));
  messages(...many)
    .when(change('UPLOAD_FAILED'))
    .rejected('errors.position.not_reached');
  messages(...many)
    .when(change('UPLOAD_FAILED', { status: 'UPLOAD_PENDING', through: 1 }))
    .gives(changed('UPLOAD_FAILED', 1, limits.recentMessages + 1));
});
