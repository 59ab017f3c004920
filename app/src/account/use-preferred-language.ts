import { useEffect, useState } from 'react';
import type { Language } from '../language.js';
import { useApp } from '../session/context.js';
import { preferredLanguage } from '../shell/preferred-language.js';

type Choice = Language | undefined;

/** The language of the account, and a function that notes another one. */
export function usePreferredLanguage(): readonly [Choice, (language: Choice) => void] {
  const app = useApp();
  const [preferred, setPreferred] = useState<Choice>();
  useEffect(() => {
    let isLeft = false;
    preferredLanguage(app)
      .then((found) => isLeft || setPreferred(found))
      .catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [app]);
  return [preferred, setPreferred];
}
