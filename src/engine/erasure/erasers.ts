import type { ErasedConversation, ErasedEvents, ErasedParticipant, ErasedUser, Eraser } from './eraser.js';

/** The erasers of all modules, in the order of the manifests. */
export class Erasers implements Required<Eraser> {
  private erasers: readonly Eraser[] = [];

  /** Before the start. */
  use(erasers: readonly Eraser[]): void {
    this.erasers = erasers;
  }

  async streamsOf(conversation: ErasedConversation, events: ErasedEvents): Promise<readonly string[]> {
    const found = new Set<string>();
    for (const eraser of this.erasers)
      for (const stream of (await eraser.streamsOf?.(conversation, events)) ?? []) found.add(stream);
    return [...found];
  }

  async eraseConversation(conversation: ErasedConversation): Promise<void> {
    for (const eraser of this.erasers) await eraser.eraseConversation?.(conversation);
  }

  async eraseEvents(conversation: ErasedConversation, events: ErasedEvents): Promise<void> {
    for (const eraser of this.erasers) await eraser.eraseEvents?.(conversation, events);
  }

  async eraseUnnamed(conversation: ErasedConversation, events: ErasedEvents): Promise<void> {
    for (const eraser of this.erasers) await eraser.eraseUnnamed?.(conversation, events);
  }

  async eraseParticipant(participant: ErasedParticipant): Promise<void> {
    for (const eraser of this.erasers) await eraser.eraseParticipant?.(participant);
  }

  async eraseParticipantEvents(participant: ErasedParticipant, events: ErasedEvents): Promise<void> {
    for (const eraser of this.erasers) await eraser.eraseParticipantEvents?.(participant, events);
  }

  async eraseUser(user: ErasedUser): Promise<void> {
    for (const eraser of this.erasers) await eraser.eraseUser?.(user);
  }

  async eraseMessages(conversation: ErasedConversation, messageIds: readonly string[]): Promise<void> {
    for (const eraser of this.erasers) await eraser.eraseMessages?.(conversation, messageIds);
  }
}
