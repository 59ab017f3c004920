import { TidingsError } from '../../../sdk/src/errors.js';
import { randomKey } from '../../../sdk/src/random-key.js';
import { Tidings } from '../../../sdk/src/tidings.js';
import type { Language } from '../texts.js';
import type { LauncherTexts } from './launcher-texts.js';

/** The client URL of a visitor in the storage of the page: `tidings.visitor.<visitor key>`. */
const NAME = 'tidings.visitor.';

/** The conversation that a visitor of this page began. Where the browser blocks storage, it lasts as long as the page. */
export class Visitor {
  private url: string | undefined;
  /** The same key for the same name, so that another attempt begins no second conversation. */
  private attempt: { readonly name: string; readonly key: string } | undefined;

  constructor(
    private readonly service: string,
    private readonly key: string,
  ) {}

  get clientUrl(): string | undefined {
    try {
      return localStorage.getItem(NAME + this.key) ?? this.url;
    } catch {
      return this.url;
    }
  }

  /** Another tab may have begun one. @throws TidingsError, NoAnswer */
  async begin(displayName: string, language: Language): Promise<string> {
    const known = this.clientUrl;
    if (known !== undefined) return known;
    const same = this.attempt?.name === displayName ? this.attempt : { name: displayName, key: randomKey() };
    this.attempt = same;
    const tidings = new Tidings({ url: this.service, language, retries: 1 });
    const { client_url } = await tidings.call('POST /visitor/{visitor_key}/conversations', {
      path: { visitor_key: this.key },
      body: { display_name: displayName, preferred_language: language },
      idempotencyKey: same.key,
    });
    this.attempt = undefined;
    this.keep(client_url);
    return client_url;
  }

  forget(): void {
    this.keep(undefined);
  }

  private keep(url: string | undefined): void {
    this.url = url;
    try {
      if (url === undefined) localStorage.removeItem(NAME + this.key);
      else localStorage.setItem(NAME + this.key, url);
    } catch {}
  }
}

/** A sentence for the visitor. */
export function problemOf(error: unknown, text: LauncherTexts): string {
  if (!(error instanceof TidingsError)) return text.failed;
  const [field] = error.errors;
  if (error.status === 400 && field) return field.message;
  return error.status === 429 ? text.tooMany : text.unavailable;
}
