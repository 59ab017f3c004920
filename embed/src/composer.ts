import type { ConversationStore } from '../../sdk/src/store/conversation-store.js';
import { assetKinds } from '../../src/catalogue/assets.js';
import { messageLimits } from '../../src/catalogue/limits/message.js';
import { element } from './dom.js';
import { ACCEPTED, kindOfFile } from './files.js';
import type { Texts } from './texts.js';

const MIB = 1_048_576;
const LOCATION_MS = 20_000;

/** The form that sends texts, files and the place of the reader. */
export class Composer {
  readonly node: HTMLFormElement;
  private readonly area: HTMLTextAreaElement;
  private readonly problem: HTMLElement;

  constructor(
    private readonly state: ConversationStore,
    private readonly text: Texts,
    private readonly onSent: () => void,
  ) {
    this.area = element('textarea', {
      rows: '1',
      dir: 'auto',
      'aria-label': text.message,
      placeholder: text.message,
      'aria-describedby': 'problem',
      enterkeyhint: 'send',
      input: () => this.typed(),
      keydown: (event) => this.pressed(event as KeyboardEvent),
    });
    const files = element('input', { type: 'file', accept: ACCEPTED, hidden: true, change: () => this.chosen(files) });
    const attach = element(
      'button',
      { type: 'button', class: 'plain', 'aria-label': text.attach, title: text.attach },
      '+',
    );
    attach.addEventListener('click', () => files.click());
    this.problem = element('p', { class: 'problem', id: 'problem', role: 'alert' });
    const send = element('button', { type: 'submit' }, text.send);
    const submit = (event: Event) => this.submitted(event);
    this.node = element('form', { novalidate: true, submit }, this.problem, attach, files, this.area, send);
  }

  focus(): void {
    this.area.focus();
  }

  /** Shows the draft of an earlier page. */
  render(): void {
    const { text } = this.state.draft;
    if (this.area.value !== text) this.area.value = text;
  }

  /** Gets the place of the reader from the browser, after their press. */
  shareLocation(): void {
    this.problem.textContent = '';
    const failed = () => this.refuse(this.text.noLocation);
    if (!navigator.geolocation) {
      failed();
      return;
    }
    const found = ({ coords: { latitude, longitude, accuracy }, timestamp }: GeolocationPosition) => {
      const positioned_at = new Date(timestamp).toISOString();
      this.state.send({ kind: 'LOCATION', location: { latitude, longitude, accuracy, positioned_at, source: 'GPS' } });
      this.onSent();
    };
    navigator.geolocation.getCurrentPosition(found, failed, { timeout: LOCATION_MS, maximumAge: 60_000 });
  }

  private refuse(reason: string): void {
    this.problem.textContent = reason;
  }

  private typed(): void {
    this.problem.textContent = '';
    this.state.draft.set(this.area.value);
    if (this.area.value.trim() !== '') this.state.typed();
  }

  /** Enter sends, as in other messengers, but not while a word is composed or on a keyboard of a touch screen. */
  private pressed(event: KeyboardEvent): void {
    const isTouch = matchMedia('(pointer: coarse)').matches;
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || isTouch) return;
    this.submitted(event);
  }

  private submitted(event: Event): void {
    event.preventDefault();
    // The service refuses these characters.
    const text = this.area.value.replaceAll('\0', '').toWellFormed().trim();
    if (text === '' || this.isFull()) return;
    const max = messageLimits.text;
    if ([...text].length > max) {
      this.refuse(this.text.tooLong(max));
      return;
    }
    this.area.value = '';
    this.state.send({ kind: 'TEXT', text });
    this.onSent();
  }

  private chosen(files: HTMLInputElement): void {
    const file = files.files?.[0];
    files.value = '';
    if (!file || this.isFull()) return;
    const kind = kindOfFile(file);
    const maxBytes = kind ? assetKinds[kind].maxBytes : 0;
    if (!kind || file.size > maxBytes) {
      this.refuse(kind ? this.text.tooLarge(maxBytes / MIB) : this.text.wrongType);
      return;
    }
    this.problem.textContent = '';
    this.state.send({ kind, file });
    this.onSent();
  }

  private isFull(): boolean {
    const { isFull } = this.state.outbox;
    if (isFull) this.refuse(this.text.waiting);
    return isFull;
  }
}
