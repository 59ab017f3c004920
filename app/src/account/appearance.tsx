import { useState } from 'react';
import type { UserPreference } from '../../../sdk/src/api.js';
import { TidingsError } from '../../../sdk/src/errors.js';
import { LANGUAGES } from '../../../src/catalogue/tenant.js';
import { browserLanguage, type Language, useLanguage, useTexts } from '../language.js';
import { useApp } from '../session/context.js';
import { Field } from '../ui/field.js';
import { Problem } from '../ui/problem.js';
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../ui/theme.js';
import { useAttempt } from '../ui/use-attempt.js';
import { Section } from './section.js';
import { texts } from './texts.js';
import { usePreferredLanguage } from './use-preferred-language.js';

type Preferences = Partial<Pick<UserPreference, 'preferred_conversation_type_id'>>;

/** The language goes with the account, the theme with the browser. */
export function Appearance() {
  const text = useTexts(texts);
  const { tidings, me, tenant } = useApp();
  const { choose } = useLanguage();
  const [preferred, setPreferred] = usePreferredLanguage();
  const { error, run } = useAttempt();
  const [isSaved, setSaved] = useState(false);
  const [theme, setTheme] = useState(chosenTheme);
  const path = { user_id: me.id };

  async function others(): Promise<Preferences> {
    try {
      const { preferred_conversation_type_id: type } = await tidings.call('GET /users/{user_id}/preferences', { path });
      return type === undefined ? {} : { preferred_conversation_type_id: type };
    } catch (refused) {
      if (refused instanceof TidingsError && refused.status === 404) return {};
      throw refused;
    }
  }

  const save = (language: Language | undefined) =>
    run(async () => {
      setSaved(false);
      const named = language ? { preferred_language: language.toUpperCase() as Uppercase<Language> } : {};
      await tidings.call('PUT /users/{user_id}/preferences', { path, body: { ...(await others()), ...named } });
      setPreferred(language);
      choose(language ?? browserLanguage(tenant.preferred_language));
      setSaved(true);
    });

  function show(chosen: Theme) {
    chooseTheme(chosen);
    setTheme(chosen);
  }
  return (
    <Section title={text.appearance}>
      <div className="pair">
        <Field label={text.language} hint={text.languageHint}>
          {(given) => (
            <select
              {...given}
              name="language"
              value={preferred ?? ''}
              onChange={({ currentTarget }) => void save(LANGUAGES.find((each) => each === currentTarget.value))}
            >
              {['', ...LANGUAGES].map((each) => (
                <option key={each} value={each}>
                  {text.languageOf[each] ?? each}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text.theme} hint={text.themeHint}>
          {(given) => (
            <select
              {...given}
              name="theme"
              value={theme}
              onChange={({ currentTarget }) => show(currentTarget.value as Theme)}
            >
              {THEMES.map((each) => (
                <option key={each} value={each}>
                  {text.themeOf[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {error === undefined ? null : <Problem error={error} />}
      <p role="status">{isSaved ? text.saved : ''}</p>
    </Section>
  );
}
