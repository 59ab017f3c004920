import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
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
  /** Changes that are refused at the same time wait for one dialog. */
  const answer = useRef<Promise<void>>(undefined);
  const recent = useCallback(async <T,>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TidingsError) || error.code !== 'errors.auth.reauthenticate') throw error;
      answer.current ??= new Promise<void>((resolve, reject) => setAsked({ resolve, reject })).finally(() => {
        answer.current = undefined;
        setAsked(undefined);
      });
      await answer.current;
      return run();
    }
  }, []);
  const dialog = asked ? (
    <Suspense>
      <SignInAgain signedIn={signedIn} onDone={asked.resolve} onClose={() => asked.reject(new Cancelled())} />
    </Suspense>
  ) : null;
  return { recent, dialog };
}
