import { Base, define } from './base.js';
import { element } from './dom.js';
import { CROSS, icon, SPEECH } from './launcher/icon.js';
import { launcherCss, NARROW } from './launcher/launcher-styles.js';
import { type LauncherTexts, launcherTexts } from './launcher/launcher-texts.js';
import { Visitor } from './launcher/visitor.js';
import { visitorForm } from './launcher/visitor-form.js';
import { type Language, languageOf } from './texts.js';
import type { TidingsConversation } from './tidings-conversation.js';

export type * from './elements.js';

declare global {
  interface HTMLElementTagNameMap {
    'tidings-launcher': TidingsLauncher;
  }
}

/** The service that serves this module, unless the element names another one. */
const SERVICE = new URL(import.meta.url).origin;
/** The badge shows no larger number. */
const MOST = 99;

/**
 * `<tidings-launcher>`: a button in the corner of a page, which opens a conversation. Attributes: `client-url`, or
 * `visitor-key` for a visitor without a link; `api-url` (the service), `lang` (`en` or `de`), `open`.
 */
export class TidingsLauncher extends Base {
  static readonly observedAttributes = ['client-url', 'visitor-key', 'api-url', 'lang', 'open'];

  private readonly root = element('div', { class: 'root' });
  private readonly badge = element('span', { class: 'badge', part: 'badge', 'aria-hidden': 'true', hidden: true });
  private readonly told = element('span', { class: 'hidden', role: 'status' });
  private readonly launch = element(
    'button',
    { type: 'button', class: 'launch', part: 'button', 'aria-haspopup': 'dialog', click: () => this.toggle() },
    icon(SPEECH),
    this.badge,
  );
  private readonly cross = element('button', {
    type: 'button',
    class: 'close',
    part: 'close',
    click: () => this.close(),
  });
  private readonly panel = element('dialog', { part: 'panel' });
  private given: string | undefined;
  private visitor: Visitor | undefined;
  private conversation: TidingsConversation | undefined;
  private unread = 0;
  private drawing = false;

  constructor() {
    super();
    this.cross.append(icon(CROSS));
    this.panel.addEventListener('close', () => this.closed());
    this.root.append(this.panel, this.launch, this.told);
    this.root.addEventListener('keydown', (event) => this.pressed(event));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(launcherCss);
    const shadow = this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(this.root);
  }

  /** The URL that `GET …/client-url` returns. It is not shown in the document. */
  set clientUrl(url: string | undefined) {
    this.given = url;
    this.restart();
  }

  open(): void {
    this.toggleAttribute('open', true);
  }

  close(): void {
    this.toggleAttribute('open', false);
  }

  connectedCallback(): void {
    if (Object.hasOwn(this, 'clientUrl')) {
      const { clientUrl } = this;
      Reflect.deleteProperty(this, 'clientUrl');
      this.given = clientUrl;
    }
    this.restart();
  }

  disconnectedCallback(): void {
    if (this.panel.open) this.panel.close();
  }

  /** The URL holds a key, so it does not stay in the document for others to read. */
  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return;
    if (name === 'open') return void (this.isConnected && this.show());
    if (name === 'client-url') {
      if (now === null) return;
      this.given = now;
      this.removeAttribute(name);
    }
    this.restart();
  }

  private get service(): string {
    return this.getAttribute('api-url') ?? SERVICE;
  }

  private get language(): Language {
    const tags = [this.getAttribute('lang'), this.ownerDocument.documentElement.lang, navigator.language];
    return tags.map(languageOf).find((each) => each !== undefined) ?? 'en';
  }

  private get text(): LauncherTexts {
    return launcherTexts[this.language];
  }

  /** Attributes that are set together draw once. */
  private restart(): void {
    if (!this.isConnected || this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      if (!this.isConnected) return;
      const key = this.getAttribute('visitor-key');
      this.visitor = key === null ? undefined : new Visitor(this.service, key);
      this.draw(this.given ?? this.visitor?.clientUrl);
      this.show();
    });
  }

  private draw(clientUrl: string | undefined): void {
    const { text, visitor, language } = this;
    this.root.lang = language;
    this.panel.setAttribute('aria-label', text.conversation);
    this.cross.setAttribute('aria-label', text.close);
    this.conversation = undefined;
    this.count(0);
    if (clientUrl !== undefined) this.follow(clientUrl);
    else if (visitor) this.fill(visitorForm({ visitor, language, text, onBegun: (url) => this.redraw(url) }));
    else this.fill(element('p', { class: 'said' }, text.unavailable));
  }

  private redraw(clientUrl: string | undefined): void {
    this.draw(clientUrl);
    this.focusInside();
  }

  /** The conversation is there while the panel is closed, so that its messages are counted. */
  private follow(clientUrl: string): void {
    const conversation = document.createElement('tidings-conversation');
    this.conversation = conversation;
    for (const [name, value] of Object.entries({ full: '', 'api-url': this.service }))
      conversation.setAttribute(name, value);
    const lang = this.getAttribute('lang');
    if (lang !== null) conversation.setAttribute('lang', lang);
    conversation.clientUrl = clientUrl;
    conversation.addEventListener('tidings-unread', ({ detail }) => this.count(detail.count));
    conversation.addEventListener('tidings-ready', () => this.focusInside());
    conversation.addEventListener('tidings-ended', () => this.ended());
    this.fill(conversation);
    void this.load();
  }

  private fill(...content: readonly Node[]): void {
    this.panel.replaceChildren(this.cross, ...content);
  }

  /** Again when the network is back. */
  private async load(): Promise<void> {
    try {
      await import('./tidings-conversation.js');
    } catch {
      window.addEventListener('online', () => void this.load(), { once: true });
    }
  }

  /** A visitor whose link has expired may begin another conversation. */
  private ended(): void {
    const { visitor, conversation } = this;
    if (!visitor || !conversation || this.given !== undefined) return;
    visitor.forget();
    const again = () => this.redraw(undefined);
    const button = element('button', { type: 'button', class: 'again', part: 'start', click: again }, this.text.again);
    this.panel.append(button);
  }

  private count(count: number): void {
    this.unread = count;
    this.badge.textContent = count > MOST ? `${MOST}+` : String(count);
    this.badge.hidden = count === 0;
    const said = count === 0 ? '' : this.text.unread(count);
    if (this.told.textContent !== said) this.told.textContent = this.panel.open ? '' : said;
    this.label();
  }

  private label(): void {
    const { text, unread, launch, panel } = this;
    const name = panel.open ? text.close : text.open;
    launch.setAttribute('aria-label', unread > 0 ? `${name}, ${text.unread(unread)}` : name);
    launch.setAttribute('aria-expanded', String(panel.open));
  }

  private toggle(): void {
    this.toggleAttribute('open', !this.panel.open);
  }

  /** The panel as the attribute says. A panel that fills the screen is modal. */
  private show(): void {
    const isOpen = this.hasAttribute('open');
    if (isOpen === this.panel.open) {
      this.label();
      return;
    }
    if (!isOpen) this.panel.close();
    else if (matchMedia(NARROW).matches) this.panel.showModal();
    else this.panel.show();
    this.label();
    this.focusInside();
  }

  private closed(): void {
    this.close();
    this.label();
    if (this.isConnected) this.launch.focus();
  }

  /** Where the reader writes; the cross while there is nothing to write in. */
  private focusInside(): void {
    if (!this.panel.open) return;
    const written = this.conversation?.shadowRoot?.querySelector('textarea') ?? this.panel.querySelector('input');
    (written ?? this.cross).focus();
  }

  private pressed(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing || !this.panel.open) return;
    event.preventDefault();
    this.close();
  }
}

define('tidings-launcher', TidingsLauncher);
