import type { ConversationStore } from '../../sdk/src/store/conversation-store.js';
import type { Sequenced } from '../../sdk/src/store/message-window.js';
import { element } from './dom.js';
import { dayOf, isSoonAfter } from './groups.js';
import { type MessageContext, messageView } from './message-view.js';
import { pendingView } from './pending-view.js';
import type { Language, Texts } from './texts.js';

const NEAR_TOP = 120;
const NEAR_END = 40;

interface Shown {
  readonly node: HTMLElement;
  readonly message?: Sequenced;
  /** Everything else that the node was made from. */
  readonly from: string;
}

export interface ListOptions {
  readonly service: string;
  readonly language: Language;
  readonly text: Texts;
  readonly hasLabels: boolean;
  readonly onShareLocation: () => void;
  readonly onAtEnd: () => void;
}

/** The log of messages. Only a changed message gets a new element, and the reader's place stays where it is. */
export class ListView {
  readonly node: HTMLElement;
  /** Shown between the log and the form. */
  readonly below: HTMLElement;
  private readonly list = element('ol', { role: 'list' });
  private readonly older: HTMLButtonElement;
  private readonly jump: HTMLButtonElement;
  private readonly empty: HTMLElement;
  private shown: ReadonlyMap<string, Shown> = new Map();
  /** Sequence of the newest message when the reader was last at the end. */
  private known = 0;

  constructor(
    private readonly state: ConversationStore,
    private readonly options: ListOptions,
  ) {
    const { text } = options;
    this.older = element(
      'button',
      { type: 'button', class: 'plain older', click: () => this.more('older') },
      text.earlier,
    );
    this.jump = element('button', { type: 'button', class: 'newest', click: () => this.toEnd() });
    this.empty = element('p', { class: 'quiet' }, text.empty);
    const named = { class: 'log', role: 'log', 'aria-label': text.messages, 'aria-busy': 'true', tabindex: '0' };
    this.node = element('div', { ...named, scroll: () => this.scrolled() }, this.older, this.empty, this.list);
    this.below = element('div', { class: 'below' }, this.jump);
  }

  render(): void {
    const { state, node } = this;
    const anchor = this.anchor();
    const nodes = [...this.messages(), ...this.pending()];
    const wantedNodes = new Set<Element>(nodes);
    for (const each of [...this.list.children]) if (!wantedNodes.has(each)) each.remove();
    for (const [at, wanted] of nodes.entries())
      if (this.list.children[at] !== wanted) this.list.insertBefore(wanted, this.list.children[at] ?? null);
    this.older.hidden = !state.pages.window.hasOlder;
    this.empty.hidden = nodes.length > 0;
    if (state.pages.isAtEnd) this.stayAtEnd();
    else if (anchor) this.restore(anchor);
    this.renderJump();
    node.setAttribute('aria-busy', 'false');
  }

  /** To the newest message, also where it is outside of the window. */
  async toEnd(): Promise<void> {
    const { pages } = this.state;
    pages.isAtEnd = true;
    if (pages.window.hasNewer) await pages.newest().catch(() => {});
    this.render();
    this.node.focus({ preventScroll: true });
  }

  stayAtEnd(): void {
    this.node.scrollTop = this.node.scrollHeight;
  }

  private async more(side: 'older' | 'newer'): Promise<void> {
    this.node.setAttribute('aria-busy', 'true');
    await this.state.pages.more(side);
  }

  private scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.node;
    const left = scrollHeight - scrollTop - clientHeight;
    const { pages } = this.state;
    pages.isAtEnd = left < NEAR_END && !pages.window.hasNewer;
    if (pages.isAtEnd) this.options.onAtEnd();
    else if (scrollTop < NEAR_TOP && pages.window.hasOlder) void this.more('older');
    else if (left < NEAR_TOP && pages.window.hasNewer) void this.more('newer');
    this.renderJump();
  }

  private renderJump(): void {
    const { window, isAtEnd } = this.state.pages;
    if (isAtEnd) this.known = window.end;
    const count = window.end - this.known;
    const { text } = this.options;
    this.jump.hidden = isAtEnd || (count === 0 && !window.hasNewer);
    this.jump.textContent = count > 0 ? text.newMessages(count) : text.newest;
  }

  /** The first message on screen, and where it ends: its beginning changes when it is no longer the first of its day. */
  private anchor(): { readonly id: string; readonly bottom: number } | undefined {
    if (this.state.pages.isAtEnd) return undefined;
    const { top } = this.node.getBoundingClientRect();
    for (const [id, { node }] of this.shown) {
      const { bottom } = node.getBoundingClientRect();
      if (bottom > top) return { id, bottom };
    }
    return undefined;
  }

  private restore({ id, bottom }: { readonly id: string; readonly bottom: number }): void {
    const shown = this.shown.get(id);
    if (shown) this.node.scrollTop += shown.node.getBoundingClientRect().bottom - bottom;
  }

  private messages(): readonly HTMLElement[] {
    const shown = new Map<string, Shown>();
    const { messages } = this.state.pages.window;
    const lastAnswer = messages.findLastIndex((each) => each.kind === 'LOCATION' && this.state.isOwn(each));
    for (const [at, message] of messages.entries()) {
      const context = this.contextOf(message, messages[at - 1], at > lastAnswer);
      const { author, isFirstOfDay, follows, uploadFailed, mayAnswer } = context;
      const from = JSON.stringify([author, isFirstOfDay, follows, uploadFailed, mayAnswer]);
      const known = this.shown.get(message.id);
      const isSame = known?.message === message && known.from === from;
      shown.set(message.id, isSame ? known : { node: messageView(message, context), message, from });
    }
    this.shown = shown;
    return [...shown.values()].map(({ node }) => node);
  }

  private contextOf(message: Sequenced, before: Sequenced | undefined, isUnanswered: boolean): MessageContext {
    const { state, options } = this;
    const isFirstOfDay = before === undefined || dayOf(before.created_at) !== dayOf(message.created_at);
    return {
      ...options,
      isOwn: state.isOwn(message),
      author: state.nameOf(message.participant_id) ?? options.text.someone,
      isFirstOfDay,
      follows: !isFirstOfDay && before !== undefined && isSoonAfter(before, message),
      uploadFailed: state.uploads.hasFailed(message),
      mayAnswer: isUnanswered && !state.snapshot.conversation?.archived,
      onRefresh: () => state.refresh(message),
      onRetryUpload: () => state.uploads.retry(message),
    };
  }

  private readonly waiting = new Map<string, Shown>();

  private pending(): readonly HTMLElement[] {
    const { outbox } = this.state;
    const keys = new Set(outbox.pending.map(({ key }) => key));
    for (const key of this.waiting.keys()) if (!keys.has(key)) this.waiting.delete(key);
    return outbox.pending.map((pending) => {
      const { key, status, reason } = pending;
      const from = `${status} ${reason}`;
      const known = this.waiting.get(key);
      if (known?.from === from) return known.node;
      const actions = { onRetry: () => outbox.retry(key), onDiscard: () => outbox.discard(key) };
      const node = pendingView(pending, { text: this.options.text, ...actions });
      this.waiting.set(key, { node, from });
      return node;
    });
  }
}
