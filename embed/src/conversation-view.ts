import type { ConversationStore } from '../../sdk/src/store/conversation-store.js';
import { Composer } from './composer.js';
import { element, heading } from './dom.js';
import type { HeaderControl } from './header-control.js';
import { headerNodes } from './header-view.js';
import { ListView } from './list-view.js';
import type { Language, Texts } from './texts.js';

export interface ViewOptions {
  readonly service: string;
  /** Name of the tenant. */
  readonly name: string;
  readonly language: Language;
  readonly text: Texts;
  readonly hasLabels: boolean;
  readonly headingLevel: string;
  readonly control: HeaderControl | undefined;
}

const DISCONNECTED_MS = 1_000;
/** States in which frames may be missing. */
const CUT: readonly string[] = ['connecting', 'stale'];

/** Header, log and form of one conversation. */
export class ConversationView {
  readonly nodes: readonly HTMLElement[];
  private readonly list: ListView;
  private readonly composer: Composer;
  private readonly subject = element('p', { class: 'subject', dir: 'auto' });
  private readonly about = element('div', { class: 'about', dir: 'auto', role: 'region', tabindex: '0' });
  private shownHeader: string | undefined;
  private readonly connection = element('p', { class: 'notice', role: 'status' });
  private readonly closed = element('p', { class: 'notice', role: 'status' });
  private readonly typing = element('p', { class: 'typing', 'aria-live': 'polite' });
  private readonly resized: ResizeObserver;
  private readonly seen: IntersectionObserver;
  private readonly events = new AbortController();
  private isOnScreen = false;
  private disconnected: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly state: ConversationStore,
    private readonly options: ViewOptions,
  ) {
    const { text, headingLevel } = options;
    this.composer = new Composer(state, text, () => void this.list.toEnd().then(() => this.composer.focus()));
    this.list = new ListView(state, {
      ...options,
      onShareLocation: () => this.composer.shareLocation(),
      onAtEnd: () => this.read(),
    });
    const title = heading(headingLevel, options.name);
    const dragged = (event: Event) => event.preventDefault();
    this.list.node.addEventListener('dragover', dragged);
    this.list.node.addEventListener('drop', (event) => this.composer.dropped(event, event.dataTransfer));
    this.nodes = [
      element('header', {}, title, options.control?.button, this.subject),
      ...(options.control ? [options.control.problem] : []),
      this.about,
      this.connection,
      this.closed,
      this.list.node,
      this.list.below,
      this.typing,
      this.composer.node,
    ];
    this.resized = new ResizeObserver(() => state.pages.isAtEnd && this.list.stayAtEnd());
    this.resized.observe(this.list.node);
    this.seen = new IntersectionObserver((entries) => {
      this.isOnScreen = entries.at(-1)?.isIntersecting ?? false;
      this.read();
    });
    this.seen.observe(this.list.node);
    document.addEventListener('visibilitychange', () => this.read(), { signal: this.events.signal });
    window.addEventListener('online', () => state.outbox.reconnected(), { signal: this.events.signal });
  }

  close(): void {
    this.resized.disconnect();
    this.seen.disconnect();
    this.events.abort();
    clearTimeout(this.disconnected);
  }

  render(): void {
    const { state, options, composer } = this;
    const { text } = options;
    const { conversation, typing } = state.snapshot;
    const isArchived = conversation?.archived ?? false;
    setText(this.subject, conversation?.description ?? '');
    this.subject.hidden = conversation?.description === undefined;
    this.renderHeader();
    setText(this.closed, isArchived ? text.archived : '');
    composer.node.hidden = isArchived;
    composer.render();
    const names = typing.map((id) => state.nameOf(id) ?? text.someone);
    setText(this.typing, names.length > 1 ? text.typingMany : names[0] ? text.typing(names[0]) : '');
    this.renderConnection();
    this.list.render();
    this.read();
  }

  private renderHeader(): void {
    const { state, options, about } = this;
    const header = state.snapshot.conversation?.client_header_html ?? '';
    if (header === this.shownHeader) return;
    this.shownHeader = header;
    const { headingLevel, text } = options;
    const nodes = headerNodes(header, { headingLevel, opensInNewTab: text.opensInNewTab });
    about.replaceChildren(...nodes);
    about.setAttribute('aria-label', text.about);
    about.hidden = nodes.length === 0;
  }

  /** A cut of less than a second is not worth a word. */
  private renderConnection(): void {
    if (!CUT.includes(this.state.snapshot.connection)) {
      clearTimeout(this.disconnected);
      this.disconnected = undefined;
      setText(this.connection, '');
    } else {
      this.disconnected ??= setTimeout(() => setText(this.connection, this.options.text.reconnecting), DISCONNECTED_MS);
    }
  }

  private read(): void {
    if (!this.isOnScreen || document.hidden) return;
    this.state.activities.opened();
    if (this.state.pages.isAtEnd) this.state.seen();
  }
}

/** A live region speaks when its text is set, even to the same. */
function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
