import { createContext, useContext } from 'react';
import type { Token } from '../../../sdk/src/api.js';
import type { SignedIn } from './app-session.js';

export interface App extends SignedIn {
  /**
   * Runs a call that may need a recent sign-in. A dialog requests it, and the call is sent again afterwards.
   * @throws what the call throws, and `Cancelled` where the person closes the dialog
   */
  recent<T>(run: () => Promise<T>): Promise<T>;
  signOut(): Promise<void>;
  /** Goes on with the tokens of `request`, which may end the present session. @throws what `request` throws */
  signInAnew(request: () => Promise<Token>): Promise<void>;
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

export const AppContext = createContext<App | undefined>(undefined);

/** @throws Error before sign-in */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('Nobody is signed in');
  return app;
}
