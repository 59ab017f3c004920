import type { Message } from '../../sdk/src/api.js';
import { onService } from '../../sdk/src/store/sending/uploads.js';
import { type AssetKind, isAssetKind } from '../../src/catalogue/assets.js';
import { element, linked, outside, unseen } from './dom.js';
import { mapOf, writtenPlace } from './place.js';
import { type Language, localeOf, type Texts } from './texts.js';

export interface MessageContext {
  readonly service: string;
  readonly language: Language;
  readonly text: Texts;
  /** Whether authors are shown as labels of the main app. */
  readonly hasLabels: boolean;
  readonly isOwn: boolean;
  readonly author: string;
  readonly isFirstOfDay: boolean;
  /** The same author wrote the message before, a few minutes ago. */
  readonly follows: boolean;
  readonly uploadFailed: boolean;
  readonly mayAnswer: boolean;
  readonly onRefresh: () => void;
  readonly onRetryUpload: () => void;
  readonly onShareLocation: () => void;
}

type Of<K extends Message['kind']> = Extract<Message, { readonly kind: K }>;

const time = (at: string, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language, navigator.languages), { hour: '2-digit', minute: '2-digit' }).format(
    new Date(at),
  );
const day = (at: string, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language, navigator.languages), { dateStyle: 'full' }).format(new Date(at));

const paragraph = (text: string, { text: { opensInNewTab } }: MessageContext) =>
  element('p', { class: 'text', dir: 'auto' }, ...linked(text, opensInNewTab));
const quiet = (text: string) => element('p', { class: 'quiet' }, text);

/** A link of a file that has expired is read again once. */
function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

function player(kind: AssetKind, message: Of<AssetKind>, context: MessageContext): Node | undefined {
  const { service, text, author, onRefresh } = context;
  const url = onService(service, message.asset?.download_url);
  if (url === undefined) return undefined;
  const name = `${text.media[kind]}, ${author}`;
  const error = once(onRefresh);
  if (kind === 'VIDEO')
    return element('video', {
      src: url,
      controls: true,
      preload: 'none',
      playsinline: true,
      'aria-label': name,
      error,
    });
  if (kind === 'AUDIO')
    return element('audio', { src: url, controls: true, preload: 'none', 'aria-label': name, error });
  const small = onService(service, message.asset?.thumbnail_url) ?? url;
  const picture = element('img', { class: 'picture', src: small, alt: message.text ?? name, loading: 'lazy', error });
  return outside(url, text.opensInNewTab, picture);
}

function fileState(message: Of<AssetKind>, { text, isOwn, uploadFailed, onRetryUpload }: MessageContext): Node[] {
  const status = message.asset?.status;
  if (isOwn && uploadFailed && status === 'UPLOAD_PENDING') {
    const retry = element('button', { type: 'button', class: 'plain', click: onRetryUpload }, text.retry);
    return [quiet(text.uploadFailed), retry];
  }
  if (status === 'UPLOAD_FAILED') return [quiet(text.uploadFailed)];
  return [quiet(status === 'UPLOAD_COMPLETED_MISSING' ? text.missing : text.uploading)];
}

function place({ location, formatted_address }: Of<'LOCATION'>, { text }: MessageContext): Node[] {
  if (!location) return [quiet(text.location)];
  const words = element(
    'p',
    { class: 'text', dir: 'auto' },
    `${text.location}: ${writtenPlace(location, formatted_address)}`,
  );
  return [words, outside(mapOf(location), text.opensInNewTab, text.openMap)];
}

function content(message: Message, context: MessageContext): Node[] {
  const { text, isOwn, mayAnswer, onShareLocation } = context;
  if (message.deleted_at !== undefined || 'erased' in message) return [quiet(text.deleted)];
  const words = message.text === undefined ? [] : [paragraph(message.text, context)];
  if (message.kind === 'LOCATION') return [...place(message, context), ...words];
  if (isAssetKind(message.kind)) {
    const shown = player(message.kind, message as Of<AssetKind>, context);
    return [...(shown ? [shown] : fileState(message as Of<AssetKind>, context)), ...words];
  }
  if (message.kind === 'REQUEST_LOCATION' && !isOwn && mayAnswer)
    return [...words, element('button', { type: 'button', click: onShareLocation }, text.shareLocation)];
  return words.length > 0 ? words : [quiet(text.unknownKind)];
}

/** The service has the message. Clients learn nothing of what others have read (contract 2). */
const sentMark = ({ sent }: Texts) =>
  element('span', { class: 'sent', role: 'img', 'aria-label': sent, title: sent }, '✓');

/** A message as a list item. Everything that others wrote becomes text. */
export function messageView(message: Message, context: MessageContext): HTMLElement {
  const { text, isOwn, author, language, isFirstOfDay, follows, hasLabels } = context;
  const { created_at: at } = message;
  const name = element('bdi', {}, author);
  return element(
    'li',
    { class: `message${isOwn ? ' own' : ''}${follows ? ' follows' : ''}` },
    isFirstOfDay && element('span', { class: 'day' }, day(at, language)),
    isOwn ? unseen(text.you) : element('span', { class: hasLabels ? 'author label' : 'author' }, name),
    element('div', { class: 'bubble' }, ...content(message, context)),
    element('span', { class: 'meta' }, element('time', { datetime: at }, time(at, language)), isOwn && sentMark(text)),
  );
}
