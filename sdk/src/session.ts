import type { Token, TokenForm } from './api.js';
import { SignedOut, TidingsError } from './errors.js';
import { type Platform, platform } from './live/platform.js';
import { isPassing, pauseBefore, paused } from './retries.js';
import { inTurn, type Said, Tabs } from './tabs.js';
import { type Asked, type Options, Tidings } from './tidings.js';

export { SignedOut } from './errors.js';

/** `localStorage`, `sessionStorage`, or another store whose functions may be asynchronous. */
export interface TokenStore {
  getItem(name: string): string | null | Promise<string | null>;
  setItem(name: string, text: string): unknown;
  removeItem(name: string): unknown;
}

export interface SessionOptions extends Pick<Options, 'url' | 'language' | 'fetch'> {
  readonly tenantId: string;
  /** Keeps the refresh token and nothing else. Default: memory. */
  readonly store?: TokenStore;
  /** Name of the refresh token in the store. Default: `tidings.session.` and the id of the tenant. */
  readonly name?: string;
  /** The session has ended, in this tab or in another one. */
  readonly onEnd?: () => void;
  /** Default: the clock. */
  readonly platform?: Pick<Platform, 'now'>;
}

interface Access {
  readonly token: string;
  readonly staleAt: number;
  readonly expiresAt: number;
}

const TOKEN_CALL = 'POST /auth/{tenant_id}/oauth2/token';
/** A token is renewed this long before it expires, or in the last tenth of a short life. */
const MARGIN_MS = 30_000;
/** The service repeats an answer for ten seconds. In this time a refresh whose answer was lost is sent again. */
const REPEATED_MS = 8_000;
const ATTEMPT_MS = 4_000;
/** Statuses of a refresh token that is good no more (RFC 6749, section 5.2). */
const OVER = [400, 401];

function memory(): TokenStore {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    removeItem: (name) => kept.delete(name),
  };
}

/** The session of a user. Give `credential` to a client: `new Tidings({ url, credential: session.credential })`. */
export class AuthSession {
  private readonly store: TokenStore;
  private readonly name: string;
  private readonly now: () => number;
  private readonly tabs: Tabs<Access>;
  private access: Access | undefined;
  /** Refresh token that this tab knows. Another one in the store is from another tab, which has an access token too. */
  private known: string | undefined;
  private renewal: Promise<string> | undefined;

  constructor(private readonly options: SessionOptions) {
    this.store = options.store ?? memory();
    this.name = options.name ?? `tidings.session.${options.tenantId}`;
    this.now = (options.platform ?? platform).now;
    const heard = (said: Said<Access>) => this.heard(said);
    this.tabs = new Tabs(options.store ? this.name : undefined, heard, () => this.fresh(undefined));
  }

  /** @throws TidingsError, NoAnswer */
  async signIn(form: TokenForm): Promise<Token> {
    const token = await this.client().call(TOKEN_CALL, { path: { tenant_id: this.options.tenantId }, body: form });
    await this.accept(token);
    return token;
  }

  /** Keeps tokens of another call, such as the sign-in with a passkey. */
  async accept({ access_token, expires_in, refresh_token }: Token): Promise<void> {
    const life = expires_in * 1_000;
    const expiresAt = this.now() + life;
    this.access = { token: access_token, expiresAt, staleAt: expiresAt - Math.min(MARGIN_MS, life / 10) };
    this.known = refresh_token;
    if (refresh_token === undefined) await this.store.removeItem(this.name);
    else await this.store.setItem(this.name, refresh_token);
    this.tabs.say({ access: this.access });
  }

  /**
   * The current access token. A token that is still good for a while is renewed meanwhile.
   * @throws SignedOut, TidingsError, NoAnswer
   */
  readonly credential = async ({ rejected }: Asked = {}): Promise<string> => {
    const { access } = this;
    const isGood = access && access.token !== rejected && this.now() < access.expiresAt;
    if (isGood && this.now() < access.staleAt) return access.token;
    this.renewal ??= this.renewed(rejected).finally(() => {
      this.renewal = undefined;
    });
    if (!isGood) return this.renewal;
    this.renewal.catch(() => {});
    return access.token;
  };

  /** Ends the session at the service and in all tabs. The tokens are removed even if the service does not respond. */
  async signOut(): Promise<void> {
    const token = await this.credential().catch(() => undefined);
    await this.end();
    if (token === undefined) return;
    const client = this.client({ credential: token });
    for await (const { id, current } of client.list('GET /users/me/sessions'))
      if (current) return client.call('DELETE /users/me/sessions/{session_id}', { path: { session_id: id } });
  }

  /** Other tabs are heard no more. */
  close(): void {
    this.tabs.close();
  }

  private client(more: Partial<Options> = {}): Tidings {
    const { url, language, fetch } = this.options;
    return new Tidings({ url, ...(language ? { language } : {}), ...(fetch ? { fetch } : {}), ...more });
  }

  private fresh(rejected: string | undefined): Access | undefined {
    const { access } = this;
    return access && access.token !== rejected && this.now() < access.staleAt ? access : undefined;
  }

  /** One tab at a time, so that the others find its token. */
  private async renewed(rejected: string | undefined): Promise<string> {
    const before = await this.store.getItem(this.name);
    return inTurn(this.name, () => this.refreshed(rejected, before));
  }

  /** @param before refresh token of the store before this tab waited for its turn */
  private async refreshed(rejected: string | undefined, before: string | null): Promise<string> {
    const refresh_token = await this.store.getItem(this.name);
    if (refresh_token === null) {
      await this.end();
      throw new SignedOut('Nobody is signed in');
    }
    const isWanted = ({ token }: Access) => token !== rejected;
    const isOwn = refresh_token === this.known;
    const found = this.fresh(rejected) ?? (isOwn ? undefined : await this.tabs.ask(isWanted, refresh_token !== before));
    this.known = refresh_token;
    if (found) return found.token;
    try {
      const token = await this.asked(refresh_token);
      const kept = await this.store.getItem(this.name);
      // Meanwhile the session ended, or another one began.
      if (kept !== refresh_token && kept !== token.refresh_token) return this.refreshed(rejected, before);
      await this.accept({ refresh_token, ...token });
      return token.access_token;
    } catch (error) {
      if (!(error instanceof TidingsError && OVER.includes(error.status))) throw error;
      // Without locks another tab may have been earlier.
      if ((await this.store.getItem(this.name)) !== refresh_token) return this.refreshed(rejected, before);
      await this.end();
      throw new SignedOut('The session has ended', { cause: error });
    }
  }

  /** Sends the refresh again if its answer was lost, while the service repeats the answer. */
  private async asked(refresh_token: string): Promise<Token> {
    const client = this.client({ retries: 0, timeoutMs: ATTEMPT_MS });
    const body = { grant_type: 'refresh_token', refresh_token } as const;
    const began = performance.now();
    for (let attempt = 0; ; attempt++) {
      try {
        return await client.call(TOKEN_CALL, { path: { tenant_id: this.options.tenantId }, body });
      } catch (error) {
        const { retryAfterMs } = error as { readonly retryAfterMs?: number };
        const pause = pauseBefore(attempt, retryAfterMs);
        if (!isPassing(error) || performance.now() + pause - began > REPEATED_MS) throw error;
        await paused(pause, undefined);
      }
    }
  }

  /** Whether there was anything to forget. */
  private forget(): boolean {
    const had = this.access !== undefined || this.known !== undefined;
    this.access = undefined;
    this.known = undefined;
    return had;
  }

  private async end(): Promise<void> {
    if (!this.forget()) return;
    await this.store.removeItem(this.name);
    this.tabs.say({ ended: true });
    this.options.onEnd?.();
  }

  private heard(said: Said<Access>): void {
    // A tab that is behind may say an earlier one.
    if ('access' in said) {
      if (said.access.expiresAt >= (this.access?.expiresAt ?? 0)) this.access = said.access;
    } else if (this.forget()) this.options.onEnd?.();
  }
}
