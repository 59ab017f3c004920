import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DataKeys, EndedSubject, KeySubject } from '../../src/ports/stores/data-keys.js';
import { keyIdOf, subjectOfKey } from '../../src/ports/stores/data-keys.js';

/** What keys of data promise. `open` opens one more process on the same store. */
export function describeDataKeys(name: string, open: () => DataKeys): void {
  describe(`keys of data: ${name}`, () => {
    describeSealing(open);
    describeEnds(open);
    describeProcesses(open);
  });
}

const conversationId = 'talk';
const message = (sequence: number, participantId = 'anna') =>
  ({ kind: 'message', conversationId, sequence, participantId }) as const;

const subjects: readonly KeySubject[] = [
  { kind: 'tenant' },
  { kind: 'user', id: 'u1' },
  { kind: 'conversation', id: conversationId },
  { kind: 'participant', conversationId, id: 'anna' },
  message(1),
  { kind: 'message', conversationId, sequence: 1_024 },
];

async function seal(keys: DataKeys, tenantId: string, subject: KeySubject, text = 'the text') {
  await keys.prepare(tenantId, [subject]);
  return keys.seal(tenantId, subject, text, 'event 1');
}

async function read(keys: DataKeys, tenantId: string, sealed: Awaited<ReturnType<typeof seal>>) {
  await keys.load(tenantId, [sealed.k]);
  return keys.open(tenantId, sealed, 'event 1');
}

const OPEN = { state: 'open', text: 'the text' };
const ERASED = { state: 'erased' };

function describeSealing(open: () => DataKeys): void {
  test.each(subjects)('of %j open what they sealed, in this process and in another', async (subject) => {
    const [keys, tenantId] = [open(), randomUUID()];
    const sealed = await seal(keys, tenantId, subject, 'Grüße 🚢');
    expect(Buffer.from(sealed.c, 'base64').includes('Grüße')).toBe(false);
    expect(subjectOfKey(sealed.k)).toEqual(subject);
    expect(sealed.k).toBe(keyIdOf(subject));
    expect(keys.open(tenantId, sealed, 'event 1')).toEqual({ state: 'open', text: 'Grüße 🚢' });
    expect(await read(open(), tenantId, sealed)).toEqual({ state: 'open', text: 'Grüße 🚢' });
  });

  test('seal the same text differently each time', async () => {
    const [keys, tenantId] = [open(), randomUUID()];
    const [one, other] = [await seal(keys, tenantId, message(1)), await seal(keys, tenantId, message(1))];
    expect(one.n).not.toBe(other.n);
    expect(one.c).not.toBe(other.c);
    expect(one.n).toHaveLength(16);
  });

  test('open nothing that is bound to something else, was changed or is of another key', async () => {
    const [keys, tenantId] = [open(), randomUUID()];
    const sealed = await seal(keys, tenantId, message(1));
    await seal(keys, tenantId, message(2));
    expect(() => keys.open(tenantId, sealed, 'event 2')).toThrow();
    expect(() => keys.open(tenantId, { ...sealed, k: keyIdOf(message(2)) }, 'event 1')).toThrow();
    const changed = Buffer.from(sealed.c, 'base64');
    changed[0] = (changed[0] ?? 0) ^ 1;
    expect(() => keys.open(tenantId, { ...sealed, c: changed.toString('base64') }, 'event 1')).toThrow();
  });

  test('of a tenant open nothing of another', async () => {
    const [keys, tenantId, other] = [open(), randomUUID(), randomUUID()];
    const sealed = await seal(keys, tenantId, message(1));
    await seal(keys, other, message(1));
    expect(() => keys.open(other, sealed, 'event 1')).toThrow();
  });

  test('that are in memory need nothing to wait for', async () => {
    const [keys, tenantId] = [open(), randomUUID()];
    expect(keys.has(tenantId, keyIdOf(message(1)))).toBe(false);
    await keys.prepare(tenantId, [message(1)]);
    expect(keys.prepare(tenantId, [message(2)])).toBeUndefined();
    expect(keys.has(tenantId, keyIdOf(message(2)))).toBe(true);
    expect(keys.has(tenantId, keyIdOf(message(1_024)))).toBe(false);
  });

  test('that were never made are missing, not erased, and absent before they are looked for', async () => {
    const [keys, tenantId] = [open(), randomUUID()];
    const sealed = await seal(keys, tenantId, message(1));
    expect(keys.open(randomUUID(), sealed, 'event 1')).toEqual({ state: 'absent' });
    expect(await read(keys, randomUUID(), sealed)).toEqual({ state: 'missing' });
  });

  test('make digests that differ by tenant and purpose', async () => {
    const [keys, tenantId, other] = [open(), randomUUID(), randomUUID()];
    const digest = await keys.mac(tenantId, 'e-mail', 'anna@example.com');
    expect(await open().mac(tenantId, 'e-mail', 'anna@example.com')).toBe(digest);
    expect(keys.preparedMac(tenantId, 'e-mail', 'anna@example.com')).toBe(digest);
    expect(await keys.mac(other, 'e-mail', 'anna@example.com')).not.toBe(digest);
    expect(await keys.mac(tenantId, 'phone', 'anna@example.com')).not.toBe(digest);
  });
}

function describeEnds(open: () => DataKeys): void {
  const cases: readonly [string, EndedSubject, KeySubject, KeySubject][] = [
    ['a user', { kind: 'user', id: 'u1' }, { kind: 'user', id: 'u1' }, { kind: 'user', id: 'u2' }],
    [
      'a participant',
      { kind: 'participant', conversationId, id: 'anna' },
      { kind: 'participant', conversationId, id: 'anna' },
      { kind: 'participant', conversationId, id: 'bert' },
    ],
    [
      'a participant with its messages',
      { kind: 'participant', conversationId, id: 'anna' },
      message(1),
      message(1, 'bert'),
    ],
    ['a message', { kind: 'message', conversationId, sequence: 1 }, message(1), message(2)],
    ['messages up to one', { kind: 'messages', conversationId, upTo: 1_025 }, message(1_025), message(1_026)],
    ['messages of an earlier part', { kind: 'messages', conversationId, upTo: 1_025 }, message(7), message(1_026)],
    ['a conversation', { kind: 'conversation', id: conversationId }, message(1), { kind: 'tenant' }],
    [
      'a conversation with its participants',
      { kind: 'conversation', id: conversationId },
      { kind: 'participant', conversationId, id: 'anna' },
      { kind: 'conversation', id: 'other' },
    ],
  ];
  test.each(cases)('of %s end, and no other', async (_, ended, gone, kept) => {
    const [keys, tenantId] = [open(), randomUUID()];
    const [one, other] = [await seal(keys, tenantId, gone), await seal(keys, tenantId, kept)];
    await keys.end(tenantId, [ended]);
    await keys.end(tenantId, [ended]);
    for (const each of [keys, open()]) {
      expect(await read(each, tenantId, one)).toEqual(ERASED);
      expect(await read(each, tenantId, other)).toEqual(OPEN);
    }
    await keys.prepare(tenantId, [gone]);
    expect(keys.seal(tenantId, gone, 'later', 'event 1')).toEqual({ k: keyIdOf(gone), n: '', c: '' });
  });

  test('of a tenant end all together, as erased, in this process and in another, and of no other tenant', async () => {
    const [keys, other, tenantId, stays] = [open(), open(), randomUUID(), randomUUID()];
    const sealed = await Promise.all(subjects.map((subject) => seal(keys, tenantId, subject)));
    const kept = await seal(keys, stays, message(1));
    for (const each of sealed) await read(other, tenantId, each);
    await keys.end(tenantId, [{ kind: 'everything' }]);
    other.forgetAll();
    for (const process of [keys, other, open()]) {
      for (const each of sealed) expect(await read(process, tenantId, each)).toEqual(ERASED);
      expect(await read(process, stays, kept)).toEqual(OPEN);
    }
  });

  test('that were ended are not made again by who asks first', async () => {
    const [keys, tenantId] = [open(), randomUUID()];
    await keys.end(tenantId, [{ kind: 'conversation', id: conversationId }]);
    const other = open();
    await other.prepare(tenantId, [message(1)]);
    expect(other.seal(tenantId, message(1), 'text', 'event 1')).toEqual({ k: keyIdOf(message(1)), n: '', c: '' });
    expect(keys.open(tenantId, { k: keyIdOf(message(1)), n: '', c: '' }, 'event 1')).toEqual(ERASED);
  });

  test('in the memory of another process end with its word', async () => {
    const [keys, other, tenantId] = [open(), open(), randomUUID()];
    const sealed = await seal(keys, tenantId, message(1));
    expect(await read(other, tenantId, sealed)).toEqual(OPEN);
    const subject = { kind: 'message', conversationId, sequence: 1 } as const;
    await keys.end(tenantId, [subject]);
    other.forgetAll();
    expect(await read(other, tenantId, sealed)).toEqual(ERASED);
  });
}

function describeProcesses(open: () => DataKeys): void {
  test('that two processes make at once are the same', async () => {
    const [keys, other] = [open(), open()];
    const tenants = Array.from({ length: 40 }, () => randomUUID());
    const rounds = tenants.map(async (tenantId) => {
      await Promise.all([keys.prepare(tenantId, subjects), other.prepare(tenantId, subjects)]);
      for (const subject of subjects) {
        const sealed = keys.seal(tenantId, subject, 'the text', 'event 1');
        expect(other.open(tenantId, sealed, 'event 1')).toEqual(OPEN);
      }
    });
    await Promise.all(rounds);
  });

  test('that two processes end at once all end', async () => {
    const [keys, other, tenantId] = [open(), open(), randomUUID()];
    const sealed = await Promise.all(Array.from({ length: 100 }, (_, n) => seal(keys, tenantId, message(n))));
    const end = (from: DataKeys, sequence: number) =>
      from.end(tenantId, [{ kind: 'message', conversationId, sequence }]);
    await Promise.all(sealed.map((_, n) => (n % 3 === 2 ? undefined : end(n % 3 === 0 ? keys : other, n))));
    const late = open();
    for (const [n, each] of sealed.entries())
      expect([n, await read(late, tenantId, each)]).toEqual([n, n % 3 === 2 ? OPEN : ERASED]);
  });

  test('that end while another process makes them stay ended', async () => {
    const [keys, other] = [open(), open()];
    for (let round = 0; round < 20; round++) {
      const tenantId = randomUUID();
      await Promise.all([
        keys.prepare(tenantId, [message(1)]),
        other.end(tenantId, [{ kind: 'conversation', id: conversationId }]),
      ]);
      const late = open();
      await late.prepare(tenantId, [message(1)]);
      expect(late.seal(tenantId, message(1), 'text', 'event 1').c).toBe('');
    }
  });
}
