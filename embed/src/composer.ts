import type { ConversationStore } from '../../sdk/src/store/conversation-store.js';
import { assetKinds } from '../../src/catalogue/assets.js';
import { messageLimits } from '../../src/catalogue/limits/message.js';
import { element } from './dom.js';
import { ACCEPTED, sentFileOf } from './files.js';
import type { Texts } from './texts.js';
import { isSend, sendable } from './typing.js';

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
      paste: (event) => this.dropped(event, (event as ClipboardEvent).clipboardData),
    });
    const files = element('input', { type: 'file', accept: ACCEPTED, multiple: true, hidden: true });
    files.addEventListener('change', () => {
      this.sendFiles([...(files.files ?? [])]);
      files.value = '';
    });
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
    if (this.area.value === text) return;
    this.area.value = text;
    this.fit();
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
    this.fit();
    this.state.draft.set(this.area.value);
    if (this.area.value.trim() !== '') this.state.typed();
  }

  private pressed(event: KeyboardEvent): void {
    if (isSend(event)) this.submitted(event);
  }

  /** Files that are dropped or pasted are sent. Anything else stays with the browser. */
  dropped(event: Event, data: DataTransfer | null): void {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.sendFiles(files);
  }

  private submitted(event: Event): void {
    event.preventDefault();
    const text = sendable(this.area.value);
    if (text === '' || this.isFull()) return;
    const max = messageLimits.text;
    if ([...text].length > max) {
      this.refuse(this.text.tooLong(max));
      return;
    }
    this.area.value = '';
    this.fit();
    this.state.send({ kind: 'TEXT', text });
    this.onSent();
  }

  private sendFiles(files: readonly File[]): void {
    this.problem.textContent = '';
    for (const each of files) {
      if (this.isFull()) return;
      const sent = sentFileOf(each);
      const maxBytes = sent ? assetKinds[sent.kind].maxBytes : 0;
      if (sent && each.size <= maxBytes) {
        this.state.send(sent);
        this.onSent();
      } else this.refuse(sent ? this.text.tooLarge(maxBytes / MIB) : this.text.wrongType);
    }
  }

  /** For browsers without `field-sizing`. */
  private fit(): void {
    if (CSS.supports('field-sizing', 'content')) return;
    this.area.style.blockSize = 'auto';
    this.area.style.blockSize = `${this.area.scrollHeight + 2}px`;
  }

  private isFull(): boolean {
    const { isFull } = this.state.outbox;
    if (isFull) this.refuse(this.text.waiting);
    return isFull;
  }
}
