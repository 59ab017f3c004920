import { describe, expect, test } from 'vitest';
import type { MessageRow } from '../../../../projections/message-log/projection.js';
import { toAssetDto } from '../../../../src/modules/conversations/message/api/message-asset.dto.js';
import type { Asset } from '../../../../src/modules/conversations/message/domain/message.events.js';

const shown = (asset: Asset) => toAssetDto({ kind: 'IMAGE', asset } as MessageRow, undefined);

describe('a failed upload', () => {
  test('shows its reason', () =>
    expect(shown({ status: 'UPLOAD_FAILED', failure: 'too_many_pixels' })).toEqual({
      status: 'UPLOAD_FAILED',
      failure: 'too_many_pixels',
    }));
  test('of an event without a reason shows none', () =>
    expect(shown({ status: 'UPLOAD_FAILED' })).toEqual({ status: 'UPLOAD_FAILED' }));
});
