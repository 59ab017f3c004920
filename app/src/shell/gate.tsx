import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { TidingsProvider } from '../../../sdk/src/react.js';
import { useLanguage } from '../language.js';
import { go } from '../routing/address.js';
import { type Admission, type Admitted, admit } from '../session/admission.js';
import type { SignedIn } from '../session/app-session.js';
import { AppContext } from '../session/context.js';
import { useRecentSignIn } from '../session/recent-sign-in.js';
import { Problem } from '../ui/problem.js';
import { Loading } from './loading.js';

const SignIn = lazy(() => import('../sign-in/sign-in.js'));
const FindTenant = lazy(() => import('../sign-in/find-tenant.js'));

/** Shows the app to a person who is signed in, and the sign-in to others. The address stays as it is. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<Admitted>({ is: 'loading' });
  const [round, setRound] = useState(0);
  const { choose } = useLanguage();
  const retry = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => {
    const keepInAddress = (tenant: string) => {
      const { pathname, search } = location;
      const query = new URLSearchParams(search);
      query.set('tenant', tenant);
      go(`${pathname}?${query}`, { replace: true });
    };
    return admit({ show: setState, choose, keepInAddress });
  }, [round, choose]);

  if (state.is === 'loading') return <Loading />;
  if (state.is === 'failed')
    return (
      <main id="main" className="page">
        <Problem error={state.error} onRetry={retry} />
      </main>
    );
  return (
    <Suspense fallback={<Loading />}>
      {state.is === 'no-tenant' ? <FindTenant isUnknown={state.isUnknown} onFound={retry} /> : null}
      {state.is === 'signed-out' ? (
        <SignIn
          admission={state.admission}
          notice={state.notice}
          onOther={() => setState({ is: 'no-tenant', isUnknown: false })}
        />
      ) : null}
      {state.is === 'signed-in' ? (
        <Inside signedIn={state.app} admission={state.admission}>
          {children}
        </Inside>
      ) : null}
    </Suspense>
  );
}

interface InsideProps {
  readonly signedIn: SignedIn;
  readonly admission: Admission;
  readonly children: ReactNode;
}

function Inside({ signedIn, admission, children }: InsideProps) {
  const queries = useQueryClient();
  const { recent, dialog } = useRecentSignIn(signedIn);
  const app = useMemo(
    () => ({ ...signedIn, recent, signOut: admission.signOut, signInAnew: admission.signInAnew }),
    [signedIn, recent, admission],
  );
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
