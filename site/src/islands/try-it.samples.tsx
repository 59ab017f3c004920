import { useEffect, useState } from 'react';
import { curlOf } from '../reference/request.curl.ts';
import { pythonOf } from '../reference/request.python.ts';
import type { Operation, Values } from '../reference/request.ts';
import { typeScriptOf } from '../reference/request.typescript.ts';
import { Scrolled } from './try-it.fields.tsx';

const LANGUAGES = { curl: curlOf, TypeScript: typeScriptOf, Python: pythonOf } as const;
type Language = keyof typeof LANGUAGES;

/** Under this name the tabs of the site keep the language that a reader chose. */
const CHOSEN = 'starlight-synced-tabs__lang';

function chosen(): Language {
  try {
    const kept = localStorage.getItem(CHOSEN) ?? '';
    return Object.hasOwn(LANGUAGES, kept) ? (kept as Language) : 'curl';
  } catch {
    return 'curl';
  }
}

interface Props {
  readonly operation: Operation;
  readonly values: Values;
}

/** The call as it is filled in, in the language that the whole site is read in. */
export function Samples({ operation, values }: Props) {
  const [language, setLanguage] = useState<Language>(chosen);
  const [isCopied, setCopied] = useState(false);
  const text = LANGUAGES[language](operation, values);
  useEffect(() => setCopied(false), [text]);

  function choose(next: Language) {
    setLanguage(next);
    try {
      localStorage.setItem(CHOSEN, next);
    } catch {
      // The choice holds for this page.
    }
  }

  return (
    <div className="sample">
      <fieldset className="bar" aria-label="Language of the sample">
        {(Object.keys(LANGUAGES) as Language[]).map((each) => (
          <button
            key={each}
            type="button"
            className="button quiet"
            aria-pressed={each === language}
            onClick={() => choose(each)}
          >
            {each}
          </button>
        ))}
        {navigator.clipboard ? (
          <button
            type="button"
            className="button quiet copy"
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {isCopied ? 'Copied' : 'Copy'}
          </button>
        ) : null}
      </fieldset>
      <Scrolled label={`The call in ${language}`} text={text} />
    </div>
  );
}
