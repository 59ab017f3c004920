import type { Pending } from '../../sdk/src/store/sending/outbox.js';
import { element, unseen } from './dom.js';
import type { Texts } from './texts.js';

export interface PendingContext {
  readonly text: Texts;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

const contentOf = ({ draft }: Pending, text: Texts): Node => {
  if ('text' in draft) return element('p', { class: 'text', dir: 'auto' }, draft.text);
  const words = 'file' in draft ? `${text.media[draft.kind]}: ${draft.file.name}` : text.location;
  return element('p', { class: 'text' }, words);
};

/** A message that is not in the log yet, with what becomes of it. */
export function pendingView(pending: Pending, { text, onRetry, onDiscard }: PendingContext): HTMLElement {
  const { status, reason } = pending;
  const state =
    status === 'failed'
      ? element(
          'span',
          { class: 'meta failed', role: 'alert' },
          reason === undefined ? text.notSent : `${text.notSent} ${reason}`,
          element('button', { type: 'button', class: 'plain', click: onRetry }, text.retry),
          element('button', { type: 'button', class: 'plain', click: onDiscard }, text.discard),
        )
      : element('span', { class: 'meta' }, status === 'waiting' ? text.waiting : text.sending);
  return element(
    'li',
    { class: 'message own' },
    unseen(text.you),
    element('div', { class: 'bubble' }, contentOf(pending, text)),
    state,
  );
}
