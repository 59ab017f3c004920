import type { Message, Participant, ParticipantForClient } from '../api.js';

/** The reader: the participant of a client, or a user. */
export type Reader = { readonly participantId: string } | { readonly userId: string };
export type Member = Participant | ParticipantForClient;

/** Kinds of participants that can share one read status. */
const SHARING: readonly Member['kind'][] = ['USER', 'SHARED'];

/** Only participants as users see them have a read marker. */
const seenUpTo = (member: Member, sequence: number): Member =>
  'last_message_sequence_seen' in member ? { ...member, last_message_sequence_seen: sequence } : member;

/** The participants of a conversation, and which of them the reader is. */
export class Members {
  private known: ReadonlyMap<string, Member> = new Map();

  constructor(private readonly reader: Reader) {}

  get all(): ReadonlyMap<string, Member> {
    return this.known;
  }

  /** The reader's participant; undefined for a user who takes no part. */
  get self(): Member | undefined {
    const { reader } = this;
    if ('participantId' in reader) return this.known.get(reader.participantId);
    return [...this.known.values()].find((each) => 'user_id' in each && each.user_id === reader.userId);
  }

  isOwn({ participant_id: id }: Pick<Message, 'participant_id'>): boolean {
    const { reader } = this;
    if ('participantId' in reader) return id === reader.participantId;
    const member = this.known.get(id);
    return member !== undefined && 'user_id' in member && member.user_id === reader.userId;
  }

  replace(members: readonly Member[]): void {
    this.known = new Map(members.map((each) => [each.id, each]));
  }

  /** A read marker moved on. Without an id it is the one that all users of the conversation share. */
  saw(id: string | undefined, sequence: number): void {
    const isMeant = (each: Member) => (id === undefined ? SHARING.includes(each.kind) : each.id === id);
    this.replace([...this.known.values()].map((each) => (isMeant(each) ? seenUpTo(each, sequence) : each)));
  }

  add(member: Member): void {
    this.known = new Map(this.known).set(member.id, member);
  }
}
