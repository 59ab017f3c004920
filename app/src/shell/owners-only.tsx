import type { ReactNode } from 'react';
import { useTexts } from '../language.js';
import { useApp } from '../session/context.js';
import { texts } from './texts.js';

/** Pages of owners say so to others. The service refuses their calls in any case. */
export function OwnersOnly({ children }: { readonly children: ReactNode }) {
  const { me } = useApp();
  const text = useTexts(texts);
  if (me.role === 'OWNER') return children;
  return (
    <main id="main" className="page narrow">
      <h1>{text.forbiddenTitle}</h1>
      <p>{text.forbidden}</p>
    </main>
  );
}
