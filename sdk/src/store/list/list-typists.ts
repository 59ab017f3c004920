import type { Frame } from '../../socket.js';
import type { Member } from '../members.js';
import { Typists } from '../typists.js';

/** Participants who type, in all conversations. */
export class ListTypists {
  private members: Readonly<Record<string, Member>> = {};
  private readonly typists: Typists;

  constructor(private readonly onChange: () => void) {
    this.typists = new Typists(onChange);
  }

  /** By the id of their conversation. */
  get all(): ReadonlyMap<string, readonly Member[]> {
    const all = new Map<string, readonly Member[]>();
    for (const key of this.typists.ids) {
      const [id = ''] = key.split('/');
      const member = this.members[key];
      if (member) all.set(id, [...(all.get(id) ?? []), member]);
    }
    return all;
  }

  take(frame: Frame): void {
    if (frame.type === 'PARTICIPANT_WAS_TYPING')
      this.add(`${frame.conversation_id}/${frame.participant.id}`, frame.participant);
    else if (frame.type === 'NEW_MESSAGE')
      this.typists.remove(`${frame.conversation_id}/${frame.message.participant_id}`);
    else return;
    this.onChange();
  }

  clear(): void {
    this.typists.clear();
  }

  private add(key: string, member: Member): void {
    this.typists.add(key);
    const current = this.typists.ids.map((each) => [each, this.members[each]] as const);
    this.members = {
      ...Object.fromEntries(current.filter(([, known]) => known)),
      [key]: member,
    } as typeof this.members;
  }
}
