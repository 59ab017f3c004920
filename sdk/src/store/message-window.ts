import type { Message } from '../api.js';

/** A message that has its sequence. */
export type Sequenced = Message & { readonly sequence: number };

export const isSequenced = (message: Message): message is Sequenced => message.sequence !== null;

/** Messages of a window at most; a reader who reads further up is shown up to twice as many. */
export const WINDOW = 200;

/**
 * The messages that are shown: a run of the conversation whose sequences have no gap. Messages outside of it are read
 * again when the reader goes there, so a conversation of any length takes the same memory.
 */
export class MessageWindow {
  private shown: readonly Sequenced[] = [];
  private newest = 0;

  get messages(): readonly Sequenced[] {
    return this.shown;
  }

  /** Sequence of the first message. The messages before it are read from here on. */
  get first(): number {
    return this.shown[0]?.sequence ?? this.newest + 1;
  }

  get last(): number {
    return this.shown.at(-1)?.sequence ?? 0;
  }

  /** Sequence of the newest message that is known of. */
  get end(): number {
    return this.newest;
  }

  get hasOlder(): boolean {
    return this.shown.length > 0 && this.first > 1;
  }

  get hasNewer(): boolean {
    return this.last < this.newest;
  }

  /** Shows the newest messages instead of what was shown. */
  restart(messages: readonly Message[]): void {
    this.shown = messages.filter(isSequenced).sort((a, b) => a.sequence - b.sequence);
    this.newest = Math.max(this.newest, this.last);
  }

  /** Takes a page that was read before or after the window. A page that does not touch the window is left out. */
  add(page: readonly Message[], side: 'older' | 'newer'): void {
    const sorted = page.filter(isSequenced).sort((a, b) => a.sequence - b.sequence);
    if (side === 'older') {
      const older = sorted.filter(({ sequence }) => sequence < this.first);
      if (older.at(-1)?.sequence === this.first - 1) this.shown = [...older, ...this.shown].slice(0, WINDOW);
    } else {
      for (const message of sorted) this.take(message);
      this.shown = this.shown.slice(-WINDOW);
    }
  }

  /** Takes a message that was pushed. Beyond the window it is only counted. */
  push(message: Message, isAtEnd: boolean): void {
    if (!isSequenced(message)) return;
    const hadNewer = this.hasNewer;
    this.newest = Math.max(this.newest, message.sequence);
    if (message.sequence <= this.last) return void this.replace(message);
    if (hadNewer || this.shown.length >= 2 * WINDOW) return;
    this.take(message);
    if (isAtEnd) this.shown = this.shown.slice(-WINDOW);
  }

  private take(message: Sequenced): void {
    this.newest = Math.max(this.newest, message.sequence);
    if (message.sequence <= this.last) this.replace(message);
    else if (this.shown.length === 0 || message.sequence === this.last + 1) this.shown = [...this.shown, message];
  }

  /** An older state of a message never replaces a newer one. */
  private replace(message: Sequenced): void {
    this.shown = this.shown.map((each) =>
      each.sequence === message.sequence && each.updated_at <= message.updated_at ? message : each,
    );
  }
}
