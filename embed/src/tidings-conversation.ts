import { io } from 'socket.io-client';
import { untilBegun } from '../../sdk/src/store/beginning.js';
import { ConversationStore } from '../../sdk/src/store/conversation-store.js';
import { endingOf } from '../../sdk/src/store/ending.js';
import { indexedDbOutbox } from '../../sdk/src/store/sending/indexed-db-outbox.js';
import { Base, define } from './base.js';
import { readClientUrl } from './client-url.js';
import { colorProperties } from './colors.js';
import { ConversationView } from './conversation-view.js';
import { element, heading } from './dom.js';
import type { EndedDetail, Ending, Ready, Unread } from './elements.js';
import type { ControlledPage, HeaderControl } from './header-control.js';
import { Ended, Session } from './session.js';
import { css } from './styles.js';
import { languageOf, texts } from './texts.js';

export type * from './elements.js';

declare global {
  interface HTMLElementTagNameMap {
    'tidings-conversation': TidingsConversation;
  }
}

/** The service that serves this module, unless the element names another one. */
const SERVICE = new URL(import.meta.url).origin;

/** Unsent messages and drafts of all conversations on this origin. */
const outbox = indexedDbOutbox();

/**
 * `<tidings-conversation client-url="…">`: one conversation as its client reads and writes it. Attributes: `client-url`,
 * `api-url` (the service), `lang` (`en` or `de`), `palette` (`client` or `main`), `heading-level`, `full` (without a border).
 */
export class TidingsConversation extends Base {
  static readonly observedAttributes = ['client-url', 'lang', 'palette'];

  /** @internal Makes a further part of the header. The page `/c` sets it. */
  control: ((page: ControlledPage) => HeaderControl) | undefined;
  private readonly root = element('section', { class: 'root' });
  private colors = new CSSStyleSheet();
  private given: string | undefined;
  private state: ConversationStore | undefined;
  private view: ConversationView | undefined;
  private run = new AbortController();
  private drawing = false;
  private starting = false;
  /** Sequence of the last message, and the unread ones, that listeners know of. */
  private told = 0;
  private unread = 0;

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).append(this.root);
  }

  /** Style sheets belong to one document, and a window that the page opens has another. */
  private adoptStyles(): void {
    const Sheet = this.ownerDocument.defaultView?.CSSStyleSheet ?? CSSStyleSheet;
    const sheet = new Sheet();
    sheet.replaceSync(css);
    this.colors = new Sheet();
    if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = [sheet, this.colors];
  }

  /** The URL that `GET …/client-url` returns. It is not shown in the document. Another one starts again. */
  set clientUrl(url: string | undefined) {
    this.given = url;
    this.restart();
  }

  connectedCallback(): void {
    this.adoptStyles();
    if (Object.hasOwn(this, 'clientUrl')) {
      const { clientUrl } = this;
      Reflect.deleteProperty(this, 'clientUrl');
      this.given = clientUrl;
    }
    this.restart();
  }

  disconnectedCallback(): void {
    this.stop();
  }

  /** The URL holds a key, so it does not stay in the document for others to read. */
  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return;
    if (name === 'client-url') {
      if (now === null) return;
      this.given = now;
      this.removeAttribute(name);
    }
    this.restart();
  }

  /** Attributes and properties that are set together start once. */
  private restart(): void {
    if (!this.isConnected || this.starting) return;
    this.starting = true;
    queueMicrotask(() => {
      this.starting = false;
      this.stop();
      if (this.isConnected && this.given !== undefined) void this.start(this.given);
    });
  }

  private stop(): void {
    this.run.abort();
    this.state?.close();
    this.view?.close();
    this.state = undefined;
    this.view = undefined;
  }

  private async start(url: string): Promise<void> {
    this.run = new AbortController();
    const { signal } = this.run;
    this.root.classList.toggle('full', this.hasAttribute('full'));
    this.tell((text) => text.loading, 'status');
    try {
      const link = readClientUrl(url);
      if (!link) throw new Ended('invalid');
      const service = this.getAttribute('api-url') ?? SERVICE;
      const session = new Session(service, link);
      const read = () => Promise.all([session.config(), session.tidings.call('GET /client-participant/me')]);
      const [config, me] = await untilBegun(read, signal, () => this.offerRetry());
      if (signal.aborted) return;
      const language =
        languageOf(this.getAttribute('lang')) ?? languageOf(me.preferred_language) ?? config.preferred_language;
      const palette = this.getAttribute('palette') === 'main' ? 'main' : 'client';
      const values = Object.entries(colorProperties(config.color_config, palette));
      this.colors.replaceSync(`.root{${values.map(([name, value]) => `--${name}:${value}`).join(';')}}`);
      const state = new ConversationStore(session.tidings, io, me.conversation_id, {
        reader: { participantId: me.id },
        includes: ['CLIENT_HEADER_TEMPLATE_DATA'],
        outbox,
      });
      this.state = state;
      state.subscribe(() => this.draw());
      await state.start();
      if (signal.aborted) return;
      const text = texts[language];
      this.label(language, text.conversationWith(config.name));
      const headingLevel = this.getAttribute('heading-level') ?? '2';
      const client = [config.id, me.conversation_id, me.id].join('/');
      this.view = new ConversationView(state, {
        service,
        name: config.name,
        language,
        text,
        hasLabels: palette === 'main',
        headingLevel,
        control: this.control?.({ tidings: session.tidings, client, language }),
      });
      this.root.replaceChildren(...this.view.nodes);
      this.told = state.pages.window.end;
      this.draw();
      this.announce('tidings-ready', {
        tenant_name: config.name,
        conversation_id: me.conversation_id,
        participant_id: me.id,
        language,
      } satisfies Ready);
    } catch (error) {
      if (signal.aborted) return;
      const reason = endOf(error);
      if (reason) return this.end(reason);
      this.stop();
      this.offerRetry();
    }
  }

  /** Draws once after any number of changes. */
  private draw(): void {
    if (this.drawing) return;
    this.drawing = true;
    setTimeout(() => {
      this.drawing = false;
      const { state } = this;
      const { ended } = state?.snapshot ?? {};
      if (!ended) {
        this.view?.render();
        return this.report();
      }
      const reason = endOf(ended.error);
      if (reason) return this.end(reason);
      this.stop();
      this.offerRetry();
    });
  }

  /** Sends events about messages that arrived, and about the number of unread ones. */
  private report(): void {
    if (!this.view || !this.state) return;
    const { messages, newest, lastSeen } = this.state.snapshot;
    for (const message of messages) if (message.sequence > this.told) this.announce('tidings-message', message);
    this.told = Math.max(this.told, messages.at(-1)?.sequence ?? 0);
    const own = messages.findLast(this.state.isOwn)?.sequence ?? 0;
    this.count(newest - Math.max(lastSeen, own));
  }

  private count(count: number): void {
    const isNew = this.unread !== count;
    this.unread = count;
    if (isNew) this.announce('tidings-unread', { count } satisfies Unread);
  }

  private end(reason: Ending): void {
    this.stop();
    this.count(0);
    this.tell((text) => text[reason], 'alert');
    this.announce('tidings-ended', { reason } satisfies EndedDetail);
  }

  /** The next attempt follows by itself, or at once with the button. */
  private offerRetry(): void {
    const text = this.tell((each) => each.unavailable, 'alert');
    const retry = element('button', { type: 'button', click: () => this.restart() }, text.retry);
    this.root.append(element('p', { class: 'ended' }, retry));
  }

  /** A sentence in place of the conversation, in the language of the page until that of the client is known. */
  private tell(choose: (text: (typeof texts)['en']) => string, role: 'status' | 'alert') {
    const language =
      languageOf(this.getAttribute('lang')) ??
      (this.root.lang === '' ? undefined : languageOf(this.root.lang)) ??
      languageOf(document.documentElement.lang) ??
      languageOf(navigator.language) ??
      'en';
    const text = texts[language];
    this.label(language, text.conversation);
    const level = this.getAttribute('heading-level') ?? '2';
    const header = element('header', {}, heading(level, text.conversation));
    this.root.replaceChildren(header, element('p', { class: 'ended', role }, choose(text)));
    return text;
  }

  private label(language: 'en' | 'de', name: string): void {
    this.root.lang = language;
    this.root.setAttribute('aria-label', name);
  }

  private announce(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

/** Undefined: another attempt may succeed. */
function endOf(error: unknown): Ending | undefined {
  if (error instanceof Ended) return error.reason;
  return endingOf(error) ? 'gone' : undefined;
}

define('tidings-conversation', TidingsConversation);
