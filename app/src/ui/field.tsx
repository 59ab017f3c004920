import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface Props {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Gets the attributes that connect it to its label, hint and error. */
  readonly children: (given: Connected) => ReactNode;
}

export interface Connected {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

/** Label above, hint under it, and the error under the control. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {error ? (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

type TextProps = Omit<Props, 'children'> & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

/** A field of one line. */
export const TextField = ({ label, hint, error, ...input }: TextProps) => (
  <Field label={label} hint={hint} error={error}>
    {(given) => <input {...input} {...given} />}
  </Field>
);
