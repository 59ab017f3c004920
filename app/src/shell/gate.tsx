import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { TenantConfig } from '../../../sdk/src/api.js';
import { SignedOut } from '../../../sdk/src/errors.js';
import { TidingsProvider } from '../../../sdk/src/react.js';
import { useLanguage, useTexts } from '../language.js';
import { namedTenant, readTenant } from '../place/tenant.js';
import { enter, type SignedIn, sessionOf } from '../session/app-session.js';
import { AppContext } from '../session/context.js';
import { useRecentSignIn } from '../session/recent-sign-in.js';
import { Problem } from '../ui/problem.js';
import { showColors } from './colors.js';
import { Loading } from './loading.js';
import { preferredLanguage } from './preferred-language.js';
import { texts } from './texts.js';

const SignIn = lazy(() => import('../sign-in/sign-in.js'));
const FindTenant = lazy(() => import('../sign-in/find-tenant.js'));

type State =
  | { readonly is: 'loading' | 'no-tenant' }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'signed-out'; readonly tenant: TenantConfig; readonly hadSession: boolean }
  | { readonly is: 'signed-in'; readonly app: SignedIn };

/** Shows the app to a person who is signed in, and the sign-in to others. The address stays as it is. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>({ is: 'loading' });
  const [round, setRound] = useState(0);
  const { language, choose } = useLanguage();
  const text = useTexts(texts);
  const retry = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => {
    let isLeft = false;
    const show = (next: State) => !isLeft && setState(next);
    open(show).catch((error) => show({ is: 'failed', error }));
    return () => {
      isLeft = true;
    };

    async function open(show: (next: State) => unknown): Promise<unknown> {
      const named = namedTenant();
      const tenant = named && (await readTenant(named));
      if (!tenant) return show({ is: 'no-tenant' });
      showColors(tenant);
      const session = sessionOf(tenant, () => show({ is: 'signed-out', tenant, hadSession: true }));
      try {
        const app = await enter(tenant, session, language);
        show({ is: 'signed-in', app });
        const preferred = await preferredLanguage(app);
        if (preferred && !isLeft) choose(preferred);
        return undefined;
      } catch (error) {
        if (!(error instanceof SignedOut)) throw error;
        return show({ is: 'signed-out', tenant, hadSession: false });
      }
    }
  }, [round]);

  if (state.is === 'loading') return <Loading />;
  if (state.is === 'failed')
    return (
      <main id="main" className="page">
        <Problem error={state.error} onRetry={retry} />
      </main>
    );
  return (
    <Suspense fallback={<Loading />}>
      {state.is === 'no-tenant' ? <FindTenant onFound={retry} /> : null}
      {state.is === 'signed-out' ? (
        <SignIn tenant={state.tenant} notice={state.hadSession ? text.ended : undefined} onSignedIn={retry} />
      ) : null}
      {state.is === 'signed-in' ? <Inside signedIn={state.app}>{children}</Inside> : null}
    </Suspense>
  );
}

function Inside({ signedIn, children }: { readonly signedIn: SignedIn; readonly children: ReactNode }) {
  const queries = useQueryClient();
  const { recent, dialog } = useRecentSignIn(signedIn);
  const app = useMemo(() => ({ ...signedIn, recent, signOut: () => signedIn.session.signOut() }), [signedIn, recent]);
  useEffect(() => () => queries.clear(), [queries]);
  return (
    <AppContext.Provider value={app}>
      <TidingsProvider store={signedIn.store}>
        {children}
        {dialog}
      </TidingsProvider>
    </AppContext.Provider>
  );
}
