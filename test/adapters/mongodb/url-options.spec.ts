import { MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { openMongo } from '../../../src/adapters/mongodb/open.js';
import { clientOptions } from '../../../src/adapters/mongodb/url-options.js';
import { StartRefused } from '../../../src/ports/process/start-refused.js';

const NAME = 'READ_STORE_URL';
const AT = 'mongodb://user:s3cret@127.0.0.1:1/tidings';
const optionsOf = (query: string) => {
  const url = `${AT}?${query}`;
  return new MongoClient(url, clientOptions(NAME, url)).options;
};

/** The refusal of a URL. */
function refusalOf(url: string): string {
  try {
    void openMongo(url, 'The read models').close();
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefused);
    return (error as Error).message;
  }
  return 'accepted';
}

describe('options of a URL of MongoDB', () => {
  test('hold where they break no promise', () => {
    const query =
      'appName=acme&serverSelectionTimeoutMS=11&connectTimeoutMS=12&waitQueueTimeoutMS=13&socketTimeoutMS=14&wtimeoutMS=15&maxPoolSize=7';
    expect(optionsOf(query)).toMatchObject({
      appName: 'acme',
      serverSelectionTimeoutMS: 11,
      connectTimeoutMS: 12,
      waitQueueTimeoutMS: 13,
      socketTimeoutMS: 14,
      maxPoolSize: 7,
    });
    expect(optionsOf(query).writeConcern).toMatchObject({ w: 'majority', journal: true, wtimeoutMS: 15 });
  });

  test('have defaults, under which a caller learns within seconds that the server does not respond', () =>
    expect(optionsOf('replicaSet=rs0')).toMatchObject({
      appName: 'tidings',
      serverSelectionTimeoutMS: 2_000,
      connectTimeoutMS: 2_000,
      waitQueueTimeoutMS: 2_000,
      socketTimeoutMS: 5_000,
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: 4_000 },
    }));

  test.each(['w=majority', 'journal=true', 'readPreference=PRIMARY', 'readConcernLevel=local', 'retryWrites=true'])(
    '%s says what holds anyway',
    (query) => expect(refusalOf(`${AT}?${query}`)).toBe('accepted'),
  );

  test.each([
    ['w=1', 'w', 'an acknowledged write must survive', ' or set it to majority.'],
    ['journal=false', 'journal', 'an acknowledged write must survive', ' or set it to true.'],
    ['retryWrites=false', 'retryWrites', 'a write must survive an election', ' or set it to true.'],
    ['readConcernLevel=available', 'readConcernLevel', 'a read must show earlier writes', ' or set it to local.'],
    ['readpreference=nearest', 'readpreference', 'a read must show earlier writes', ' or set it to primary.'],
    ['maxStalenessSeconds=120', 'maxStalenessSeconds', 'a read must show earlier writes', '. Remove it.'],
    ['timeoutMS=100', 'timeoutMS', 'it would stop the building of indexes', '. Remove it.'],
    ['promoteValues=false', 'promoteValues', 'stored documents have one form', '. Remove it.'],
  ])('that break a promise refuse the start: %s', (query, name, why, remedy) => {
    const said = refusalOf(`${AT}?${query}`);
    expect(said.startsWith(`READ_STORE_URL must not change ${name}, because ${why}`)).toBe(true);
    expect(said.endsWith(remedy)).toBe(true);
  });

  test('bound each wait', () =>
    expect(refusalOf(`${AT}?socketTimeoutMS=0`)).toBe(
      'READ_STORE_URL must set socketTimeoutMS to 1 or more milliseconds, because 0 waits without end.',
    ));

  test.each([
    ['replicaset2=rs0', 'has an unknown or invalid option replicaset2'],
    ['tls=maybe', 'has an unknown or invalid option tls'],
    ['compressors=rar', 'has an unknown or invalid option compressors'],
  ])('that the driver does not take are named: %s', (query, fault) =>
    expect(refusalOf(`${AT}?${query}`)).toBe(
      `READ_STORE_URL ${fault}. Use a URL like mongodb://user:password@host:27017/tidings?replicaSet=rs0.`,
    ),
  );
});

test.each([
  'mongodb://user:s3cr@et@host',
  'mongodb://user:s3cret@',
  'mongodb://user:s3cret@host:99999999/tidings',
  'mongodb://user:1?s3cret=x@host/tidings',
  'mongodb://user:s3%cret@host/tidings',
  'mongodb//user:s3cret@host',
  'mongodb+srv://user:s3cret@host:27017',
  'mongodb://user:s3cret@host/a.b',
  `${AT}?w=2&w=s3cret`,
])('a wrong URL is refused by a sentence without any part of it: %s', (url) => {
  const said = refusalOf(url);
  expect(said).toMatch(/^READ_STORE_URL .*\.$/);
  expect(said).not.toMatch(/s3|cret/);
});
