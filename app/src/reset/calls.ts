import type { TenantConfig } from '../../../sdk/src/api.js';
import { randomKey } from '../../../sdk/src/random-key.js';
import { type Tidings, TidingsError } from '../../../sdk/src/tidings.js';
import { clientOf } from '../client.js';
import type { Link } from './link.js';
import type { Errors } from './rules.js';

export type Tenant = Pick<TenantConfig, 'id' | 'name' | 'preferred_language'>;

export type Outcome =
  | { readonly is: 'done' }
  /** The token is no longer valid. */
  | { readonly is: 'invalid' }
  /** No tenant has the id or the domain. */
  | { readonly is: 'unknown' }
  | { readonly is: 'unclear' }
  | { readonly is: 'refused'; readonly message: string; readonly errors: Errors };

interface Body {
  readonly email: string;
  readonly password: string;
}

/** The calls of the page. The token goes out in the call that sets the password, and in no other. */
export class PasswordCalls {
  private readonly tidings: Tidings;
  private tenant: Promise<Tenant> | undefined;
  /** A call with an unclear result is repeated under its key, because the token works once. */
  private unclear: { readonly body: string; readonly key: string } | undefined;

  constructor(private readonly link: Link) {
    // Without retries, the page shows a refusal at once.
    this.tidings = clientOf({ retries: 0 });
  }

  /** @throws TidingsError, NoAnswer */
  tenantOfLink(): Promise<Tenant> {
    const { tenantId } = this.link;
    const query = tenantId === undefined ? { domain: location.hostname } : { tenant_id: tenantId };
    this.tenant ??= this.tidings.call('GET /tenant/config', { query });
    this.tenant.catch(() => {
      this.tenant = undefined;
    });
    return this.tenant;
  }

  async set({ email, password }: Body): Promise<Outcome> {
    const body = { email, password, token: this.link.token };
    const sent = JSON.stringify(body);
    const key = this.unclear?.body === sent ? this.unclear.key : randomKey();
    return this.outcome(async (tenant_id) => {
      this.unclear = { body: sent, key };
      await this.tidings.call('POST /auth/{tenant_id}/password-reset/set', {
        path: { tenant_id },
        body,
        idempotencyKey: key,
      });
    });
  }

  /** Signs in with the password that was set. Where that fails, the app requests it. */
  async signIn({ email, password }: Body): Promise<void> {
    try {
      const [tenant, { keepSession }] = await Promise.all([this.tenantOfLink(), import('../session/session-of.js')]);
      const body = { grant_type: 'password', username: email, password } as const;
      const path = { tenant_id: tenant.id };
      await keepSession(tenant, await this.tidings.call('POST /auth/{tenant_id}/oauth2/token', { path, body }));
    } catch {
      // The page then leads to the sign-in.
    }
  }

  /** Sends a mail with a new link, if the tenant has a user with this address. */
  request(email: string): Promise<Outcome> {
    return this.outcome((tenant_id) =>
      this.tidings.call('POST /auth/{tenant_id}/password-reset', {
        path: { tenant_id },
        body: { email },
      }),
    );
  }

  private async outcome(call: (tenantId: string) => Promise<unknown>): Promise<Outcome> {
    try {
      const { id } = await this.tenantOfLink();
      await call(id);
      return { is: 'done' };
    } catch (error) {
      if (!(error instanceof TidingsError)) return { is: 'unclear' };
      // The service may have spent the token before it failed.
      if (error.status < 500) this.unclear = undefined;
      return outcomeOf(error);
    }
  }
}

/** Whether the address of the page names no tenant. */
export const namesNoTenant = (error: unknown): boolean =>
  error instanceof TidingsError && (error.code === 'errors.tenant.not_found' || error.status === 400);

function outcomeOf({ code, message, errors }: TidingsError): Outcome {
  if (code === 'errors.tenant.not_found') return { is: 'unknown' };
  if (code === 'errors.token.invalid' || errors.some(({ path }) => path === 'token')) return { is: 'invalid' };
  return { is: 'refused', message, errors: Object.fromEntries(errors.map((each) => [each.path, each.message])) };
}
