import { useState } from 'react';
import { type Field, type FieldName, type IsCommon, passwordRules } from './sign-up.rules.ts';

interface Props {
  readonly name: FieldName;
  readonly field: Field;
  readonly value: string;
  readonly error: string | undefined;
  readonly fixed: boolean;
  readonly isCommon: IsCommon | undefined;
  readonly onFocus: () => void;
  readonly onChange: (value: string) => void;
}

const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en: 'English', de: 'German' };

export function SignUpField({ name, field, value, error, fixed, isCommon, onFocus, onChange }: Props) {
  const { label, hint, kind, optional, autocomplete } = field;
  const [shown, setShown] = useState(false);
  const about = [hint && `${name}-hint`, kind === 'password' && `${name}-rules`, error && `${name}-error`].filter(
    Boolean,
  );
  const shared = {
    id: name,
    name,
    value,
    autoComplete: autocomplete,
    onFocus,
    'aria-describedby': about.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  const type = kind === 'email' || (kind === 'password' && !shown) ? kind : 'text';
  return (
    <div className="field">
      <label htmlFor={name}>
        {label}
        {optional ? <span className="optional"> (optional)</span> : null}
      </label>
      {hint ? (
        <p id={`${name}-hint`} className="hint">
          {hint}
        </p>
      ) : null}
      <div className="control">
        {field.of ? (
          <select {...shared}>
            {field.of.map((each) => (
              <option key={each} value={each}>
                {LANGUAGE_NAMES[each] ?? each}
              </option>
            ))}
          </select>
        ) : (
          <input {...shared} type={type} required={!optional} readOnly={fixed} spellCheck={false} />
        )}
        {kind === 'password' ? (
          <button
            type="button"
            className="button quiet"
            aria-pressed={shown}
            aria-controls={name}
            onClick={() => setShown(!shown)}
          >
            Show password
          </button>
        ) : null}
      </div>
      {kind === 'password' ? <PasswordRules id={`${name}-rules`} password={value} isCommon={isCommon} /> : null}
      {error ? (
        <p id={`${name}-error`} className="error">
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface RulesProps extends Pick<Props, 'isCommon'> {
  readonly id: string;
  readonly password: string;
}

function PasswordRules({ id, password, isCommon }: RulesProps) {
  return (
    <ul id={id} className="rules" aria-live="polite">
      {passwordRules(password, isCommon).map(({ text, kept }) => (
        <li key={text} data-kept={kept}>
          {text}
          {password === '' ? '' : kept ? ': kept' : ': not kept yet'}
        </li>
      ))}
    </ul>
  );
}
