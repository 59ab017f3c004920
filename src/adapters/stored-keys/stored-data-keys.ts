import { createHmac, randomBytes } from 'node:crypto';
import type { KeyWrap } from '../../ports/identity/key-wrap.js';
import {
  type DataKeys,
  type EndedSubject,
  type KeySubject,
  keyIdOf,
  type Opened,
  type Sealed,
  subjectOfKey,
} from '../../ports/stores/data-keys.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { type HeldKey, KeyDocuments } from './key-documents.js';
import { LEAVES, type LeafRange, PuncturableTree } from './puncturable-tree.js';
import { derived, openText, sealText } from './sealed-text.js';

const KEY_BYTES = 32;
const TENANT: KeySubject = { kind: 'tenant' };

const shardOf = (sequence: number): number => Math.floor(sequence / LEAVES);
const treeId = (conversationId: string, shard: number): string => `m.${conversationId}.${shard}`;
const isTree = (id: string): boolean => id.startsWith('m.');

/** Documents whose keys together make the key of the subject; each can be ended for itself. */
function documentsOf(subject: KeySubject): readonly string[] {
  switch (subject.kind) {
    case 'participant':
      return [keyIdOf({ kind: 'conversation', id: subject.conversationId }), keyIdOf(subject)];
    case 'message': {
      const { conversationId, sequence, participantId } = subject;
      const tree = treeId(conversationId, shardOf(sequence));
      const conversation = keyIdOf({ kind: 'conversation', id: conversationId });
      if (participantId === undefined) return [conversation, tree];
      return [conversation, tree, keyIdOf({ kind: 'participant', conversationId, id: participantId })];
    }
    default:
      return [keyIdOf(subject)];
  }
}

/** Names what subjects with the same documents have in common. */
function partOf(subject: KeySubject): string {
  if (subject.kind !== 'message') return keyIdOf(subject);
  const { conversationId, sequence, participantId } = subject;
  return `${treeId(conversationId, shardOf(sequence))}.${participantId ?? ''}`;
}

/** The keys of documents, as strings, and the tree of which a leaf is one more. */
interface Secrets {
  readonly secrets: readonly string[];
  readonly tree?: PuncturableTree;
}

const MOST_FOUND = 256;

/**
 * Keys in the operational store. Tenants, users, conversations and participants have a document each. The keys of 1,024
 * messages are the leaves of one puncturable tree.
 */
export class StoredDataKeys implements DataKeys {
  private readonly documents: KeyDocuments;
  /** Of few subjects, as of a state of the documents in memory. */
  private readonly found = new Map<string, Secrets>();
  private foundAt = 0;

  constructor(operations: OperationalStore, wrap: KeyWrap) {
    this.documents = new KeyDocuments(operations, wrap);
  }

  has(tenantId: string, keyId: string): boolean {
    return this.areHeld(tenantId, documentsOf(subjectOfKey(keyId)));
  }

  async load(tenantId: string, keyIds: readonly string[]): Promise<void> {
    await this.loadAll(tenantId, this.absent(tenantId, keyIds.map(subjectOfKey)));
  }

  prepare(tenantId: string, subjects: readonly KeySubject[]): Promise<void> | undefined {
    if (subjects.every((subject) => typeof this.secretsOf(tenantId, subject) !== 'string')) return undefined;
    const absent = this.absent(tenantId, subjects);
    return absent.length > 0 ? this.make(tenantId, subjects, absent) : undefined;
  }

  seal(tenantId: string, subject: KeySubject, text: string, boundTo: string): Sealed {
    const key = this.keyOf(tenantId, subject);
    const k = keyIdOf(subject);
    if (key === 'erased') return { k, n: '', c: '' };
    if (typeof key === 'string') throw new Error(`The key ${k} is not prepared.`);
    return sealText(key, k, text, boundTo);
  }

  open(tenantId: string, sealed: Sealed, boundTo: string): Opened {
    const key = this.keyOf(tenantId, subjectOfKey(sealed.k));
    if (typeof key === 'string') return { state: key };
    return { state: 'open', text: openText(key, sealed, boundTo) };
  }

  async end(tenantId: string, subjects: readonly EndedSubject[]): Promise<void> {
    const trees = new Map<string, LeafRange[]>();
    for (const subject of subjects) {
      if (subject.kind === 'everything') await this.endEverything(tenantId);
      else if (subject.kind !== 'message' && subject.kind !== 'messages') await this.endSubject(tenantId, subject);
      else
        for await (const [id, range] of this.rangesOf(tenantId, subject))
          trees.set(id, [...(trees.get(id) ?? []), range]);
    }
    for (const [id, ranges] of trees) await this.documents.change(tenantId, id, (tree) => tree.without(ranges));
  }

  forgetAll(): void {
    this.documents.forgetAll();
  }

  async mac(tenantId: string, purpose: string, text: string): Promise<string> {
    await this.prepare(tenantId, [TENANT]);
    return this.preparedMac(tenantId, purpose, text);
  }

  preparedMac(tenantId: string, purpose: string, text: string): string {
    const key = this.keyOf(tenantId, TENANT, 'mac');
    if (typeof key === 'string') throw new Error(`The key of the tenant ${tenantId} is ${key}.`);
    return createHmac('sha256', key).update(`${purpose}\0`).update(text).digest('base64url');
  }

  /** Documents of these subjects that are not in memory, each once. */
  private absent(tenantId: string, subjects: readonly KeySubject[]): readonly string[] {
    const absent = new Set<string>();
    for (const subject of subjects) {
      const ids = documentsOf(subject);
      if (this.areHeld(tenantId, ids)) continue;
      for (const id of ids) if (!this.isHeld(this.documents.held(tenantId, id))) absent.add(id);
    }
    return [...absent];
  }

  private areHeld(tenantId: string, ids: readonly string[]): boolean {
    let areAll = true;
    for (const id of ids) {
      const held = this.documents.held(tenantId, id);
      if (held === 'ended') return true;
      if (!this.isHeld(held)) areAll = false;
    }
    return areAll;
  }

  /** A missing document is looked for again, because another process may make it. */
  private isHeld(held: HeldKey | undefined): boolean {
    return held !== undefined && held !== 'missing';
  }

  private async loadAll(tenantId: string, ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.documents.load(tenantId, id)));
  }

  private async make(tenantId: string, subjects: readonly KeySubject[], absent: readonly string[]): Promise<void> {
    await this.loadAll(tenantId, absent);
    const missing = this.absent(tenantId, subjects);
    const fresh = (id: string) => {
      const key = randomBytes(KEY_BYTES);
      return this.documents.make(tenantId, id, isTree(id) ? PuncturableTree.from(key) : key);
    };
    await Promise.all(missing.map(fresh));
  }

  private keyOf(
    tenantId: string,
    subject: KeySubject,
    purpose: string = subject.kind,
  ): Buffer | 'erased' | 'missing' | 'absent' {
    const known = this.secretsOf(tenantId, subject);
    if (typeof known === 'string') return known;
    const { secrets, tree } = known;
    if (!tree) return derived(`tidings:${purpose}`, secrets);
    const leaf = subject.kind === 'message' ? tree.leaf(subject.sequence % LEAVES) : undefined;
    return leaf === undefined ? 'erased' : derived(`tidings:${purpose}`, [leaf, ...secrets]);
  }

  /** The secrets that the key of a subject derives from. Neighbours in a log often have the same. */
  private secretsOf(tenantId: string, subject: KeySubject): Secrets | 'erased' | 'missing' | 'absent' {
    if (this.foundAt !== this.documents.changes || this.found.size >= MOST_FOUND) this.found.clear();
    this.foundAt = this.documents.changes;
    const name = `${tenantId}${partOf(subject)}`;
    const known = this.found.get(name);
    if (known) return known;
    const held = documentsOf(subject).map((id) => this.documents.held(tenantId, id));
    if (held.includes('ended')) return 'erased';
    if (held.includes(undefined)) return 'absent';
    if (held.includes('missing')) return 'missing';
    const tree = held.find((each) => each instanceof PuncturableTree);
    const secrets = held.flatMap((each) => (each instanceof Buffer ? [each.toString('latin1')] : []));
    const found: Secrets = tree ? { secrets, tree } : { secrets };
    this.found.set(name, found);
    return found;
  }

  /** The marks stay, so that no key counts as lost. */
  private async endEverything(tenantId: string): Promise<void> {
    for await (const id of this.documents.ids(tenantId, '')) await this.documents.end(tenantId, id);
  }

  /** With the key of a conversation go the documents of its participants and messages, which open nothing without it. */
  private async endSubject(tenantId: string, subject: KeySubject): Promise<void> {
    await this.documents.end(tenantId, keyIdOf(subject));
    if (subject.kind !== 'conversation') return;
    for (const prefix of [`p.${subject.id}.`, `m.${subject.id}.`]) {
      for await (const id of this.documents.ids(tenantId, prefix)) await this.documents.remove(tenantId, id);
    }
  }

  private async *rangesOf(
    tenantId: string,
    subject: Extract<EndedSubject, { readonly kind: 'message' | 'messages' }>,
  ): AsyncGenerator<readonly [id: string, range: LeafRange], void, undefined> {
    const { conversationId } = subject;
    if (subject.kind === 'message') {
      const leaf = subject.sequence % LEAVES;
      yield [treeId(conversationId, shardOf(subject.sequence)), [leaf, leaf]];
      return;
    }
    const last = shardOf(subject.upTo);
    for await (const id of this.documents.ids(tenantId, treeId(conversationId, 0).slice(0, -1))) {
      const shard = Number(id.slice(id.lastIndexOf('.') + 1));
      if (shard <= last) yield [id, [0, shard === last ? subject.upTo % LEAVES : LEAVES - 1]];
    }
  }
}
