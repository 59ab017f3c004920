import type { TenantConfig } from '../../sdk/src/api.js';
import { SignedOut, TidingsError } from '../../sdk/src/errors.js';
import { Tidings } from '../../sdk/src/tidings.js';
import type { ClientUrl } from './client-url.js';
import type { Ending } from './elements.js';

/** Final for `frames` too. */
export class Ended extends SignedOut {
  constructor(readonly reason: Ending) {
    super(reason);
  }
}

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const CLIENT_AUTH_KEY = 'urn:tidings:token-type:client-auth-key';
/** A token is renewed this long before it expires, or in the last tenth of a short life. */
const MARGIN_MS = 30_000;

/** The calls of one client. The key stays in this object, and the access token is renewed from it. */
export class Session {
  /** Calls in the name of the client. Their credential is always a current token. */
  readonly tidings: Tidings;
  private readonly open: Tidings;
  private token: string | undefined;
  private staleAt = 0;
  private exchange: Promise<string> | undefined;
  private configured: Promise<TenantConfig> | undefined;
  private hadAccess = false;

  constructor(
    readonly url: string,
    private readonly link: ClientUrl,
  ) {
    this.open = new Tidings({ url });
    this.tidings = new Tidings({ url, credential: ({ rejected }) => this.credential(rejected) });
  }

  /** @throws Ended, NoAnswer, TidingsError */
  config(): Promise<TenantConfig> {
    this.configured ??= this.open.call('GET /tenant/config', { query: this.link.tenant }).catch((error) => {
      this.configured = undefined;
      throw isRefusal(error) ? new Ended('invalid') : error;
    });
    return this.configured;
  }

  /** A refused token is exchanged again, unless another call has done so meanwhile. */
  private credential(rejected: string | undefined): string | Promise<string> {
    if (rejected !== undefined && this.token === rejected) this.token = undefined;
    if (this.token !== undefined && Date.now() < this.staleAt) return this.token;
    this.exchange ??= this.exchanged().finally(() => {
      this.exchange = undefined;
    });
    return this.exchange;
  }

  private async exchanged(): Promise<string> {
    try {
      const { tenant } = this.link;
      const path = { tenant_id: 'tenant_id' in tenant ? tenant.tenant_id : (await this.config()).id };
      const asked = Date.now();
      const { access_token, expires_in } = await this.open.call('POST /auth/{tenant_id}/oauth2/token', {
        path,
        body: { grant_type: EXCHANGE, subject_token_type: CLIENT_AUTH_KEY, subject_token: this.link.key },
      });
      this.token = access_token;
      this.staleAt = asked + expires_in * 1_000 - Math.min(MARGIN_MS, expires_in * 100);
      this.hadAccess = true;
      return access_token;
    } catch (error) {
      throw isRefusal(error) ? new Ended(this.hadAccess ? 'removed' : 'invalid') : error;
    }
  }
}

const isRefusal = (error: unknown) => error instanceof TidingsError && error.status < 500 && error.status !== 429;
