import type { CreateIndexesOptions, IndexDescription } from 'mongodb';

export const GONE_FOR_SECONDS = 86_400;

/** Only tombstones are in it. MongoDB removes what is in it, some time after it has been gone for so long. */
export const GONE: IndexDescription = {
  name: 'gone',
  key: { gone: 1 },
  expireAfterSeconds: GONE_FOR_SECONDS,
  partialFilterExpression: { gone: { $exists: true } },
} satisfies IndexDescription & CreateIndexesOptions;
