import type { TenantConfig, Token } from '../../../sdk/src/api.js';
import { SignedOut, TidingsError } from '../../../sdk/src/errors.js';
import type { AuthSession } from '../../../sdk/src/session.js';
import { browserLanguage, type Language } from '../language.js';
import { base } from '../place/place.js';
import { namedTenant, readTenant } from '../place/tenant.js';
import { showColors } from '../shell/colors.js';
import { preferredLanguage } from '../shell/preferred-language.js';
import type { SignedIn } from './app-session.js';
import { takeLoginCode } from './login-code.js';
import { sessionOf } from './session-of.js';
import { requestTokens } from './sign-in-calls.js';

/** Why the sign-in is shown. Default: nobody was signed in. */
export type Notice = 'ended' | 'signed-out' | 'code-spent' | undefined;

export type Admitted =
  | { readonly is: 'loading' }
  | { readonly is: 'no-tenant'; readonly isUnknown: boolean }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'signed-out'; readonly admission: Admission; readonly notice: Notice }
  | { readonly is: 'signed-in'; readonly admission: Admission; readonly app: SignedIn };

/** The session of this page with one tenant. */
export interface Admission {
  readonly tenant: TenantConfig;
  /** Goes on with new tokens. @throws TidingsError, NoAnswer */
  readonly signedIn: (token: Token) => Promise<void>;
  /** As `App` has it. */
  readonly signInAnew: (request: () => Promise<Token>) => Promise<void>;
  readonly signOut: () => Promise<void>;
}

interface Page {
  show(state: Admitted): void;
  choose(language: Language): void;
  /** The address names the tenant, so that it can be sent to others. */
  keepInAddress(tenantId: string): void;
}

/** Finds the tenant and the session. The function that it returns leaves both. */
export function admit(page: Page): () => void {
  let isLeft = false;
  let session: AuthSession | undefined;
  const show = (state: Admitted) => {
    if (!isLeft) page.show(state);
  };
  open().catch((error) => show({ is: 'failed', error }));
  return () => {
    isLeft = true;
    session?.close();
  };

  async function open(): Promise<void> {
    const named = namedTenant();
    const tenant = named && (await readTenant(named));
    if (isLeft) return;
    if (!tenant) return show({ is: 'no-tenant', isUnknown: named !== undefined });
    showColors(tenant);
    page.choose(browserLanguage(tenant.preferred_language));
    const isNamed = base === '' || new URLSearchParams(location.search).get('tenant') === tenant.id;
    if (!isNamed) page.keepInAddress(tenant.id);
    const { admission, enterApp } = admissionOf(tenant);
    const code = takeLoginCode();
    if (code !== undefined) return byCode(admission, code);
    try {
      await enterApp();
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error;
      show({ is: 'signed-out', admission, notice: undefined });
    }
  }

  function admissionOf(tenant: TenantConfig) {
    let notice: Notice = 'ended';
    let isReplaced = false;
    let hasEnded = false;
    const ended = () => {
      hasEnded = true;
      if (!isReplaced) show({ is: 'signed-out', admission, notice });
    };
    const own = sessionOf(tenant, ended);
    session = own;
    const enterApp = async () => {
      // The sign-in needs neither sockets nor stores.
      await own.credential();
      const { enter } = await import('./app-session.js');
      const app = await enter(tenant, own);
      notice = 'ended';
      const preferred = await preferredLanguage(app).catch(() => undefined);
      if (preferred && !isLeft) page.choose(preferred);
      show({ is: 'signed-in', admission, app });
    };
    const admission: Admission = {
      tenant,
      async signedIn(token) {
        await own.accept(token);
        await enterApp();
      },
      async signInAnew(request) {
        isReplaced = true;
        hasEnded = false;
        try {
          await own.accept(await request());
        } catch (error) {
          isReplaced = false;
          if (hasEnded) ended();
          throw error;
        }
        isReplaced = false;
      },
      async signOut() {
        notice = 'signed-out';
        await own.signOut();
      },
    };
    return { admission, enterApp };
  }

  /** A code that works no more leads to the sign-in. */
  async function byCode(admission: Admission, code: string): Promise<void> {
    try {
      await admission.signedIn(await requestTokens(admission.tenant.id, { grant_type: LOGIN_CODE, code }));
    } catch (error) {
      if (!(error instanceof TidingsError && error.code === 'errors.grant.invalid')) throw error;
      show({ is: 'signed-out', admission, notice: 'code-spent' });
    }
  }
}

const LOGIN_CODE = 'urn:tidings:grant-type:login-code';
