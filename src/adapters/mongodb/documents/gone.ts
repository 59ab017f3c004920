import type { CreateIndexesOptions, IndexDescription } from 'mongodb';

export const GONE_FOR_SECONDS = 86_400;

/** Only tombstones are in this index. MongoDB removes a tombstone some time after it is GONE_FOR_SECONDS old. */
export const GONE: IndexDescription = {
  name: 'gone',
  key: { gone: 1 },
  expireAfterSeconds: GONE_FOR_SECONDS,
  partialFilterExpression: { gone: { $exists: true } },
} satisfies IndexDescription & CreateIndexesOptions;
