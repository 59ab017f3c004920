import { describe, expect, test } from 'vitest';
import { operationalRetention } from '../../src/catalogue/retention.js';
import { combine } from '../../src/composition/combine.js';
import { manifests } from '../../src/composition/registry.js';
import type { Manifest } from '../../src/engine/manifest.js';

/** Kinds whose values stay in clear, with all that they hold. A kind that is not here is sealed. */
const CLEAR: Readonly<Record<string, string>> = {
  'api-key-use': 'a time',
  'asset-upload': 'states, times, the media type and the size of a file, and names of files that the service chose',
  'blob-check': 'a number of bytes',
  'client-auth-key': 'ids',
  'client-auth-keys-issued': 'digests of random keys',
  'data-key': 'wrapped keys, which open the values that are sealed',
  'domain-check': 'a number of look-ups',
  'email-links': 'times',
  erasure: 'a number',
  expiry: 'the kind, the id and the revision of an entry',
  'idempotency-of': 'a digest, which is the id of an entry',
  'known-log': 'ids and positions of events',
  'known-time': 'a time',
  lease: 'an id of a process and times',
  'log-place': 'ids and positions of events',
  'mail-quota': 'times',
  'model-reader': 'versions of read models',
  'notification-cause': 'ids of participants, channels and times',
  'outbox-file': 'an id and a channel',
  'passkey-challenge': 'an id of a command',
  'passkey-sign-count': 'a number',
  presence: 'a time',
  process: 'a position',
  'refused-address': 'nothing',
  'retention-policy': 'an id',
  'sign-in-networks': 'keyed digests and times',
  signal: 'ids and times',
  'signal-source': 'nothing',
  upgrade: 'a place among entries',
  'user-sessions': 'ids',
  'webhook-asked': 'nothing',
  'webhook-delivery': 'ids, types, status codes and times; the body is made from the log for each attempt',
  'webhook-health': 'times and a number',
  'webhook-queue': 'ids and times',
  'webhook-replay': 'ids, types, times and numbers',
  'webhook-replay-running': 'ids, types, times and numbers',
  'workflow-budget': 'ids',
  'workflow-failure': 'an id and a time',
};

const declared = manifests.flatMap(({ operationalKinds = {} }) => Object.entries(operationalKinds));

/** Kinds of manifests that say nothing of sealing, or that stay in clear without a line in the table above. */
const leftOpen = (kinds: readonly (readonly [string, Partial<{ sealed: boolean }>])[]): readonly string[] =>
  kinds.filter(([kind, { sealed }]) => sealed !== true && (sealed !== false || !(kind in CLEAR))).map(([kind]) => kind);

describe('values of the operational store', () => {
  test('are sealed, or hold what the table says', () => {
    expect(declared.length).toBeGreaterThan(40);
    expect(leftOpen(declared)).toEqual([]);
  });
  test('a kind that leaves it open is refused, and one that nobody looked at', () => {
    expect(leftOpen([['thing', {}]])).toEqual(['thing']);
    expect(leftOpen([['thing', { sealed: false }]])).toEqual(['thing']);
    expect(leftOpen([['thing', { sealed: true }]])).toEqual([]);
  });
  test('are in no table without a kind', () => {
    const clear = Object.entries(operationalRetention).filter(([, { sealed }]) => !sealed);
    expect(Object.keys(CLEAR).toSorted()).toEqual(clear.map(([kind]) => kind).toSorted());
  });
  test('are sealed by the service where the manifest says so', () => {
    const kinds = { one: { expiry: 'kept', sealed: true }, two: { expiry: 'due', sealed: false } } as const;
    expect([...combine([{ name: 'thing', operationalKinds: kinds } as Manifest]).sealedKinds]).toEqual(['one']);
  });
});
