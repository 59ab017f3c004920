import type { Message } from '../../api.js';
import { pauseBefore, paused } from '../../retries.js';
import { browser } from './browser.js';

const ATTEMPTS = 5;
const CONFLICT = 409;

/** The upload of a file. */
export interface Upload {
  readonly status: 'sending' | 'failed' | 'cancelled';
  /** Bytes that were sent; 0 where the platform does not count them. */
  readonly sent: number;
  readonly total: number;
}

interface Running extends Upload {
  readonly stop: AbortController;
  readonly file: File;
  readonly key: string;
}

/** The address of a file on the service that the client calls: the signature is in its path. */
export function onService(service: string, url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return `${new URL(service).origin}${pathname}${search}`;
}

class Refused extends Error {}

/** Sends the files of posted messages. The status of the message shows the result. */
export class Uploads {
  private uploads: ReadonlyMap<string, Running> = new Map();

  constructor(
    private readonly service: string,
    private readonly onChange: () => void,
    /** Gets the key of the message once its file is uploaded or the upload is cancelled. */
    private readonly onEnd: (key: string) => void,
  ) {}

  /** Uploads by the id of their message. */
  get all(): ReadonlyMap<string, Upload> {
    return this.uploads;
  }

  hasFailed = ({ id }: Pick<Message, 'id'>): boolean => this.uploads.get(id)?.status === 'failed';

  /** Sends the file of a failed upload again. */
  retry(message: Message): void {
    const known = this.uploads.get(message.id);
    if (known?.status === 'failed') this.start(message, known.file, known.key);
  }

  /** @param key idempotency key of the message */
  start(message: Message, file: File, key: string): void {
    const url = 'asset' in message ? onService(this.service, message.asset?.upload_url) : undefined;
    if (url === undefined || this.uploads.get(message.id)?.status === 'sending') return;
    const stop = new AbortController();
    this.set(message.id, { status: 'sending', sent: 0, total: file.size, file, stop, key });
    const count = (sent: number) => this.change(message.id, { sent });
    send(url, file, stop.signal, count).then(
      () => {
        this.set(message.id, undefined);
        this.onEnd(key);
      },
      () => this.change(message.id, { status: stop.signal.aborted ? 'cancelled' : 'failed' }),
    );
  }

  /** The service gives the message up after 15 minutes. */
  cancel(messageId: string): void {
    const known = this.uploads.get(messageId);
    if (!known) return;
    known.stop.abort();
    this.change(messageId, { status: 'cancelled' });
    this.onEnd(known.key);
  }

  close(): void {
    for (const { stop } of this.uploads.values()) stop.abort();
    this.uploads = new Map();
  }

  private change(id: string, to: Partial<Running>): void {
    const known = this.uploads.get(id);
    if (known) this.set(id, { ...known, ...to });
  }

  private set(id: string, upload: Running | undefined): void {
    const next = new Map(this.uploads);
    if (upload) next.set(id, upload);
    else next.delete(id);
    this.uploads = next;
    this.onChange();
  }
}

/** A repeated upload gets 409 if the service took the first one and its response was lost. */
async function send(url: string, file: File, signal: AbortSignal, count: (sent: number) => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const status = await put(url, file, signal, count).catch(() => undefined);
    signal.throwIfAborted();
    if (status !== undefined) {
      if (status < 300 || (status === CONFLICT && attempt > 0)) return;
      if (status < 500) throw new Refused(`${status}`);
    }
    if (attempt + 1 >= ATTEMPTS) throw new Refused('no answer');
    await paused(pauseBefore(attempt, null), signal);
  }
}

/** Only XMLHttpRequest counts the bytes that were sent. */
function put(url: string, file: File, signal: AbortSignal, count: (sent: number) => void): Promise<number> {
  const { XMLHttpRequest: Counting } = browser;
  if (!Counting) {
    const headers = { 'Content-Type': file.type };
    return fetch(url, { method: 'PUT', body: file, headers, signal }).then(({ status }) => status);
  }
  return new Promise((resolve, reject) => {
    const request = new Counting();
    const abort = () => request.abort();
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', file.type);
    request.upload.onprogress = ({ loaded }) => count(loaded);
    request.onload = () => resolve(request.status);
    request.onerror = () => reject(new Error('The connection failed'));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    request.send(file);
  });
}
