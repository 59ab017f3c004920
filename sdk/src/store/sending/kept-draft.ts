import { Debounced } from '../debounced.js';
import type { OutboxStorage } from './outbox-storage.js';

const SAVE_MS = 300;

/** The text that a reader types, kept over reloads. */
export class KeptDraft {
  private typed = '';
  private readonly save = new Debounced(SAVE_MS, () => this.storage.saveDraft(this.scope, this.typed).catch(() => {}));

  constructor(
    private readonly storage: OutboxStorage,
    private readonly scope: string,
    private readonly onChange: () => void,
  ) {}

  get text(): string {
    return this.typed;
  }

  /** A text that was typed meanwhile stays. */
  async load(): Promise<void> {
    const kept = await this.storage.loadDraft(this.scope).catch(() => '');
    if (this.typed === '') this.typed = kept;
  }

  set(text: string): void {
    if (text === this.typed) return;
    this.typed = text;
    this.save.later();
    this.onChange();
  }

  close(): void {
    this.save.now();
  }
}
