import { MongoClient, type MongoClientOptions } from 'mongodb';
import { StartRefused } from '../../ports/process/start-refused.js';

const LOST = 'because an acknowledged write must survive the loss of a server';
const OLDER = 'because a read must show earlier writes';
const FORM = 'because stored documents have one form';

interface Fixed {
  /** Values that agree with the promises of the service; none where the option itself breaks them. */
  readonly values: readonly string[];
  readonly why: string;
}

/** Options of a URL that could break a promise of the service, in lower case. */
const FIXED: Readonly<Record<string, Fixed>> = {
  w: { values: ['majority'], why: LOST },
  j: { values: ['true'], why: LOST },
  journal: { values: ['true'], why: LOST },
  retrywrites: { values: ['true'], why: 'because a write must survive an election' },
  readconcernlevel: { values: ['local'], why: OLDER },
  readpreference: { values: ['primary'], why: OLDER },
  readpreferencetags: { values: [], why: OLDER },
  maxstalenessseconds: { values: [], why: OLDER },
  timeoutms: { values: [], why: 'because it would stop the building of indexes; socketTimeoutMS bounds other calls' },
  ignoreundefined: { values: ['true'], why: FORM },
  ...Object.fromEntries(
    ['promotevalues', 'promotelongs', 'promotebuffers', 'usebigint64', 'bsonregexp', 'raw', 'serializefunctions'].map(
      (name) => [name, { values: [], why: FORM }],
    ),
  ),
};

/** Milliseconds after which a caller learns that the server does not respond. A URL can set others. */
const TIMEOUTS = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 2_000,
  socketTimeoutMS: 5_000,
  wtimeoutMS: 4_000,
};

type Options = ReadonlyMap<string, { readonly name: string; readonly value: string }>;

function optionsIn(url: string): Options {
  const [, query = ''] = /^[^?]*\?(.*)$/.exec(url) ?? [];
  return new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), { name, value }]));
}

/**
 * Options of the client for a URL. Those of the URL hold unless they break a promise.
 * @throws StartRefused, which repeats no part of the URL that may be a password
 */
export function clientOptions(setting: string, url: string): MongoClientOptions {
  const given = optionsIn(url);
  for (const [key, { values, why }] of Object.entries(FIXED)) {
    const { name, value = '' } = given.get(key) ?? {};
    if (name === undefined || values.includes(value.toLowerCase())) continue;
    const remedy = values.length === 0 ? 'Remove it' : `Remove it, or set it to ${values.join(' or ')}`;
    throw new StartRefused(`${setting} must not change ${name}, ${why}. ${remedy}.`);
  }
  const wait = (name: keyof typeof TIMEOUTS): number => {
    const value = Number(given.get(name.toLowerCase())?.value ?? TIMEOUTS[name]);
    if (Number.isInteger(value) && value >= 1) return value;
    throw new StartRefused(`${setting} must set ${name} to 1 or more milliseconds, because 0 waits without end.`);
  };
  return {
    ...(given.has('appname') ? {} : { appName: 'tidings' }),
    serverSelectionTimeoutMS: wait('serverSelectionTimeoutMS'),
    connectTimeoutMS: wait('connectTimeoutMS'),
    waitQueueTimeoutMS: wait('waitQueueTimeoutMS'),
    socketTimeoutMS: wait('socketTimeoutMS'),
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: wait('wtimeoutMS') },
    readPreference: 'primary',
    readConcern: { level: 'local' },
    ignoreUndefined: true,
  };
}

/** @throws StartRefused, which repeats no part of the URL that may be a password */
export function newClient(setting: string, url: string, options: MongoClientOptions): MongoClient {
  try {
    const client = new MongoClient(url, options);
    // The name of a database is checked here.
    client.db();
    return client;
  } catch {
    throw new StartRefused(
      `${setting} ${fault(url)}. Use a URL like mongodb://user:password@host:27017/tidings?replicaSet=rs0.`,
    );
  }
}

/** An unescaped `@` in a password makes a part of it look like options, which are not named then. */
function fault(url: string): string {
  const options = [...optionsIn(url).values()];
  const isSafe = !url.slice(url.indexOf('?')).includes('@');
  const wrong = isSafe ? options.find(({ name, value }) => !isTaken(name, value)) : undefined;
  return wrong === undefined ? 'is no valid connection string' : `has an unknown or invalid option ${wrong.name}`;
}

function isTaken(name: string, value: string): boolean {
  try {
    new MongoClient(`mongodb://localhost/?${new URLSearchParams([[name, value]])}`);
    return true;
  } catch {
    return false;
  }
}
