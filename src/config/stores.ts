import { hostname } from 'node:os';
import { type ProcessRole, processRoles } from '../engine/effects/worker-host.js';
import { isKeyName } from '../lib/notes/key-name.js';
import { WrongSetting } from './environment.js';
import { flag, type Setting, type SettingFacts, setting } from './setting.js';

/** Whether the URL names the embedded engine, which needs no server. */
export const isEmbedded = (url: string): boolean => url.startsWith('sqlite:');

const storeUrl = (facts: Pick<SettingFacts, 'name' | 'meaning'>, schemes: readonly string[]): Setting<string> => {
  const all = schemes.map((each) => `${each}:`).join(', ');
  const values = `URL that starts with ${schemes.map((each) => `\`${each}:\``).join(', ')}`;
  return setting({ ...facts, secret: true, default: '`sqlite:`', values }, (url = 'sqlite:') => {
    if (schemes.includes(url.split(':')[0] ?? '')) return url;
    throw new WrongSetting(`${facts.name} must start with one of ${all}.`);
  });
};

/** Name of the event store in traces. */
export const engineOf = (url: string): string => (isEmbedded(url) ? 'sqlite' : 'kurrentdb');

/** 32 bytes in base64 or hex. */
const keySetting = (facts: Omit<SettingFacts, 'values'>): Setting<Buffer | undefined> =>
  setting({ ...facts, secret: true, values: '32 bytes in base64 or hex' }, (given) => {
    if (!given) return undefined;
    const key = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64');
    if (key.length === 32) return key;
    throw new WrongSetting(
      `${facts.name} must be 32 bytes in base64 or hex, for example from \`openssl rand -base64 32\`.`,
    );
  });

const eventStoreUrl = storeUrl(
  {
    name: 'EVENT_STORE_URL',
    meaning:
      'event log, for example `kurrentdb://host:2113?tls=false`; `&streamPrefix=name.` separates deployments on one server',
  },
  ['sqlite', 'kurrentdb', 'kurrentdb+discover', 'esdb', 'esdb+discover'],
);

function rolesOf(given: string | undefined, logUrl: string): ReadonlySet<ProcessRole> {
  const named = !given || given === 'all' ? processRoles : given.split(',').map((role) => role.trim());
  const roles = processRoles.filter((role) => named.includes(role));
  if (roles.length !== new Set(named).size) {
    throw new WrongSetting(`ROLES must list some of ${processRoles.join(', ')}, separated by commas, not "${given}".`);
  }
  if (roles.length < processRoles.length && isEmbedded(logUrl)) {
    throw new WrongSetting('ROLES must be all with an embedded event log, which only one process can open.');
  }
  return new Set(roles);
}

export const storeSettings = {
  /** `:memory:` keeps everything in memory (tests). */
  dataDir: setting(
    {
      name: 'DATA_DIR',
      default: '`./data`',
      values: 'folder',
      meaning: 'embedded stores, blobs, keys, the outbox and the index of the gazetteer',
    },
    (given = './data') => given,
  ),
  eventStoreUrl,
  eventStoreMayLose: flag({
    name: 'EVENT_STORE_MAY_LOSE',
    meaning: '`true` accepts an event store that can lose acknowledged events, for tests',
  }),
  readStoreUrl: storeUrl(
    { name: 'READ_STORE_URL', meaning: 'read models, for example `mongodb://host/tidings?replicaSet=rs0`' },
    ['sqlite', 'mongodb', 'mongodb+srv'],
  ),
  roles: setting(
    {
      name: 'ROLES',
      default: '`all`',
      values: `\`all\`, or some of ${processRoles.map((role) => `\`${role}\``).join(', ')}, separated by commas`,
      meaning: 'work of this process; the embedded log needs all roles, because only one process can open it',
    },
    (given, environment) => rolesOf(given, eventStoreUrl.read(environment)),
  ),
  /** undefined: the host of `PUBLIC_URL`, or what an earlier start has kept. */
  logOrigin: setting(
    {
      name: 'LOG_ORIGIN',
      default: 'host of `PUBLIC_URL` at the first start',
      values: 'name like `tidings.example`, without spaces and `+`',
      meaning: 'name under which checkpoints of the log are signed; the first start fixes it for all later ones',
    },
    (given) => {
      if (given === undefined || isKeyName(given)) return given;
      throw new WrongSetting(`LOG_ORIGIN must be a name like tidings.example without spaces and +, not "${given}".`);
    },
  ),
  /** Under which this process holds leases; the same after a restart. */
  processName: setting(
    {
      name: 'PROCESS_NAME',
      default: 'host name',
      values: '1 to 200 printable ASCII characters without a space',
      meaning:
        'owner of leases; after a kill, the same process takes its lease back immediately. Give processes of one role on one host different names',
    },
    (given) => {
      const name = given ?? hostname();
      if (/^[!-~]{1,200}$/.test(name)) return name;
      throw new WrongSetting(
        `PROCESS_NAME must be 1 to 200 printable ASCII characters without a space, not "${name}".`,
      );
    },
  ),
  /** Where effects begin after the operational store was lost; undefined: such a start is refused. */
  effectsFrom: setting(
    {
      name: 'EFFECTS_FROM',
      default: 'none',
      values: '`head`, `start`',
      meaning:
        'where effects begin after the operational store was lost: `head` sends only new events, `start` repeats the webhooks and messages of all events. Without it, such a start is refused',
    },
    (given): 'head' | 'start' | undefined => {
      if (given === undefined || given === 'head' || given === 'start') return given;
      throw new WrongSetting(`EFFECTS_FROM must be head or start, not "${given}".`);
    },
  ),
  /** The clock is right although it is far ahead of the last known time. */
  clockTrusted: flag({
    name: 'CLOCK_TRUSTED',
    meaning: '`true` lets removals use a clock that jumped by more than an hour; set it for one start',
  }),
  masterKey: keySetting({
    name: 'MASTER_KEY',
    default: 'generated in `DATA_DIR`',
    meaning: 'key that encrypts secrets; `openssl rand -base64 32` creates one',
  }),
  /** Read by `tidings keys rotate` alone. */
  newMasterKey: keySetting({
    name: 'NEW_MASTER_KEY',
    default: 'none',
    meaning: 'the next master key, only for `npm run tidings -- keys rotate`',
  }),
};
