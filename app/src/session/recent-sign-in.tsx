import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { TidingsError } from '../../../sdk/src/errors.js';
import type { SignedIn } from './app-session.js';
import { Cancelled } from './context.js';

const SignInAgain = lazy(() => import('../sign-in/sign-in-again.js'));

interface Asked {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface RecentSignIn {
  recent<T>(run: () => Promise<T>): Promise<T>;
  readonly dialog: ReactNode;
}

/** Some changes need a sign-in of the last minutes (contract 3). A dialog requests it, and the change goes on. */
export function useRecentSignIn(signedIn: SignedIn): RecentSignIn {
  const [asked, setAsked] = useState<Asked>();
  const recent = useCallback(async <T,>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TidingsError) || error.code !== 'errors.auth.reauthenticate') throw error;
      await new Promise<void>((resolve, reject) => setAsked({ resolve, reject }));
      return run();
    }
  }, []);
  const end = (done: () => void) => {
    setAsked(undefined);
    done();
  };
  const dialog = asked ? (
    <Suspense>
      <SignInAgain
        signedIn={signedIn}
        onDone={() => end(asked.resolve)}
        onClose={() => end(() => asked.reject(new Cancelled()))}
      />
    </Suspense>
  ) : null;
  return { recent, dialog };
}
