import { conversationList } from '../../../../../projections/conversation-list/projection.js';
import { messageLog } from '../../../../../projections/message-log/projection.js';
import { lastSeenBy } from '../../../../../projections/message-log/reads.js';
import { participantRoster, type RosterEntry } from '../../../../../projections/participant-roster/projection.js';
import { participations } from '../../../../../projections/participation/projection.js';
import { newestAt } from '../../../../engine/log/stream-search.js';
import { matching, pageOf } from '../../../../engine/read-models/past/in-memory.js';
import type { Past, PastSource } from '../../../../engine/read-models/past/past.js';
import type { Recorded } from '../../../../kernel/event.js';
import { parseInnerId, streamName } from '../../../../kernel/stream.js';
import type { Condition, Page, Query, Reader } from '../../../../ports/stores/document-store.js';
import type { MessageSeen } from '../../../conversations/participant/domain/participant.events.js';
import { messagesEndThen } from './messages-then.js';

type Entries = ReadonlyMap<string, RosterEntry>;
type Asked = Pick<Query, 'where'>;

const EMPTY: Entries = new Map();

/** The participants of conversations that there still are. Indexes find the read markers of those that a page has. */
class PastRoster implements Reader<RosterEntry> {
  private readonly ends = new Map<string, Promise<number>>();

  constructor(private readonly past: Past) {}

  async get(key: string): Promise<RosterEntry | undefined> {
    const entry = (await this.entriesIn(parseInnerId(key)[0])).get(key);
    return entry && this.withMarker(key, entry);
  }

  async many(keys: readonly string[]): Promise<readonly RosterEntry[]> {
    const found = await Promise.all(keys.map((key) => this.get(key)));
    return found.filter((entry) => entry !== undefined);
  }

  async find(query: Query): Promise<Page<RosterEntry>> {
    const page = pageOf(await this.asked(query), participantRoster.fields, query);
    const docs: RosterEntry[] = [];
    for (const [n, entry] of page.docs.entries()) docs.push(await this.withMarker(page.keys[n] ?? '', entry));
    return { ...page, docs };
  }

  async count(query: Asked): Promise<number> {
    return matching(await this.asked(query), participantRoster.fields, query.where).length;
  }

  async sum(): Promise<number> {
    throw new TypeError('No sum is kept of a moment of the past.');
  }

  private async asked({ where = [] }: Asked): Promise<Entries> {
    const all = new Map<string, RosterEntry>();
    for (const id of conversationsIn(where)) for (const [key, entry] of await this.entriesIn(id)) all.set(key, entry);
    return all;
  }

  private async entriesIn(conversationId: string): Promise<Entries> {
    if (!(await this.past.present(conversationList).get(conversationId))) return EMPTY;
    return (await this.past.stream('conversation', conversationId)).of<RosterEntry>(participantRoster);
  }

  private async withMarker(key: string, entry: RosterEntry): Promise<RosterEntry> {
    const { conversationId, id, tenantId } = entry;
    const { log, position } = this.past;
    const seen = (await newestAt(log, streamName('participant', tenantId, key), position)) as Recorded<MessageSeen>;
    const end = await this.endOf(conversationId);
    const posted = await lastSeenBy(this.past.present(messageLog), conversationId, id, end);
    const marked = { ...entry, seen: Math.max(entry.seen, posted, seen?.data.sequence ?? 0) };
    return (await this.past.present(participations).get(key))?.erased ? erasedEntry(marked) : marked;
  }

  private endOf(conversationId: string): Promise<number> {
    const end = this.ends.get(conversationId) ?? messagesEndThen(this.past, conversationId).then((it) => it.sequence);
    this.ends.set(conversationId, end);
    return end;
  }
}

function erasedEntry(entry: RosterEntry): RosterEntry {
  const { displayName: _name, unnamed: _unnamed, email: _email, phoneNumber: _number, ...rest } = entry;
  const { preferredLanguage: _language, ...place } = rest;
  return { ...place, displayName: '', erased: true };
}

function conversationsIn(where: readonly Condition[]): readonly string[] {
  const named = where.find(({ field }) => field === 'conversationId');
  if (named?.is === '=') return [String(named.value)];
  if (named?.is === 'in') return named.values.map(String);
  throw new Error('Participants as of a moment are read by their conversation.');
}

export const pastRoster: PastSource = {
  projection: participantRoster,
  reader: (past) => new PastRoster(past),
};
