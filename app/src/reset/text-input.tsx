interface Props {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly autoComplete: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly hint?: string;
  /** Id of a further element that describes the field. */
  readonly about?: string;
  readonly onFocus?: () => void;
  readonly onChange: (value: string) => void;
}

/** A labelled field with its hint and its error. */
export function TextInput({ name, label, hint, error, about, onChange, ...input }: Props) {
  const described = [hint && `${name}-hint`, about, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {hint ? (
        <p id={`${name}-hint`} className="hint">
          {hint}
        </p>
      ) : null}
      <input
        {...input}
        id={name}
        name={name}
        required
        spellCheck={false}
        autoCapitalize="none"
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error ? (
        <p id={`${name}-error`} className="error">
          {error}
        </p>
      ) : null}
    </div>
  );
}
