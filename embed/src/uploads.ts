import type { Message } from '../../sdk/src/api.js';
import { pauseBefore, paused } from '../../sdk/src/retries.js';
import { ALL_ASSET_TYPES, ASSET_KINDS, type AssetKind, assetTypeOf } from '../../src/catalogue/assets.js';

const ATTEMPTS = 5;
const CONFLICT = 409;

/** The kind of message that a file makes. Undefined: the service takes no file of this type. */
export const kindOfFile = ({ type }: { readonly type: string }): AssetKind | undefined =>
  ASSET_KINDS.find((kind) => assetTypeOf(kind, type) !== undefined);

/** Types that the dialog for a file offers. */
export const ACCEPTED = ALL_ASSET_TYPES.join(',');

/** The address of a file on the service that the client talks to: the signature is in its path. */
export function onService(service: string, url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return `${new URL(service).origin}${pathname}${search}`;
}

/** Sends the files of posted messages. The status of the message shows the result. */
export class Uploads {
  private readonly failed = new Map<string, () => void>();

  constructor(
    private readonly service: string,
    private readonly signal: AbortSignal,
    private readonly onChange: () => void,
  ) {}

  hasFailed = ({ id }: Message): boolean => this.failed.has(id);
  retry = ({ id }: Message): void => this.failed.get(id)?.();

  start(message: Message, file: File): void {
    const url = 'asset' in message ? onService(this.service, message.asset?.upload_url) : undefined;
    if (url === undefined) return;
    this.failed.delete(message.id);
    this.send(url, file).catch(() => {
      if (this.signal.aborted) return;
      this.failed.set(message.id, () => this.start(message, file));
      this.onChange();
    });
    this.onChange();
  }

  /** A repeated upload gets 409 if the service took the first one and its response was lost. */
  private async send(url: string, file: File): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        const headers = { 'Content-Type': file.type };
        const { ok, status } = await fetch(url, { method: 'PUT', body: file, headers, signal: this.signal });
        if (ok || (status === CONFLICT && attempt > 0)) return;
        if (status < 500) throw new Refused(`${status}`);
      } catch (error) {
        if (error instanceof Refused || this.signal.aborted) throw error;
      }
      if (attempt + 1 >= ATTEMPTS) throw new Refused('no answer');
      await paused(pauseBefore(attempt, null), this.signal);
    }
  }
}

class Refused extends Error {}
