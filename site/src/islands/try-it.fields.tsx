import type { ReactNode } from 'react';
import type { Problem } from '../reference/request.problems.ts';
import type { Operation, Parameter, Values } from '../reference/request.ts';

export type Group = 'path' | 'query' | 'headers';

interface FieldProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: (about: object) => ReactNode;
}

/** A control with its label, hint and error. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint ? (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** A description of the API. Its parts in backticks are code. */
export const WithCode = ({ text }: { readonly text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} translate="no">
        {part}
      </code>
    ),
  );

/** Code that scrolls by keyboard too. */
export function Scrolled({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="scrolled" aria-label={label} tabIndex={0} dir="ltr" translate="no">
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}

export const groupOf = ({ in: where }: Parameter): Group => (where === 'header' ? 'headers' : where);
export const fieldId = (field: string): string => `try-${field.replace('.', '-')}`;

const optionsOf = ({ type, options }: Parameter): readonly string[] =>
  type === 'boolean' ? ['true', 'false'] : type === 'list' ? [] : options;

interface ParameterProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly error: string | undefined;
  readonly hint?: string | undefined;
  readonly onChange: (value: string) => void;
}

export function ParameterField({ parameter, value, error, hint, onChange }: ParameterProps) {
  const { name, required, type, options } = parameter;
  const choices = optionsOf(parameter);
  const listHint =
    type === 'list' ? `Separated by commas${options.length > 0 ? `: ${options.join(', ')}` : ''}` : undefined;
  const label = (
    <>
      <code translate="no">{name}</code>
      {required ? <span className="note"> required</span> : null}
    </>
  );
  const change = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  return (
    <Field id={fieldId(`${groupOf(parameter)}.${name}`)} label={label} hint={hint ?? listHint} error={error}>
      {(about) =>
        choices.length > 0 ? (
          <select {...about} value={value} onChange={change}>
            <option value="">not sent</option>
            {choices.map((each) => (
              <option key={each} translate="no">
                {each}
              </option>
            ))}
          </select>
        ) : (
          <input {...about} value={value} onChange={change} autoComplete="off" spellCheck={false} />
        )
      }
    </Field>
  );
}

interface ParametersProps {
  readonly operation: Operation;
  readonly values: Values;
  readonly problems: readonly Problem[];
  readonly hintOf: (name: string) => string | undefined;
  readonly onChange: (group: Group, name: string, value: string) => void;
}

/** The required parameters, and the others behind a disclosure. */
export function Parameters({ operation, values, problems, hintOf, onChange }: ParametersProps) {
  const field = (parameter: Parameter) => {
    const { name } = parameter;
    const group = groupOf(parameter);
    return (
      <ParameterField
        key={`${group}.${name}`}
        parameter={parameter}
        value={values[group][name] ?? ''}
        error={problems.find((each) => each.field === `${group}.${name}`)?.message}
        hint={hintOf(name)}
        onChange={(value) => onChange(group, name, value)}
      />
    );
  };
  const required = operation.parameters.filter((each) => each.required);
  const optional = operation.parameters.filter((each) => !each.required);
  const isWrong = optional.some((each) => problems.some(({ field }) => field === `${groupOf(each)}.${each.name}`));
  return (
    <>
      {required.map(field)}
      {optional.length > 0 ? (
        <details open={isWrong || undefined}>
          <summary>{`Optional parameters and headers (${optional.length})`}</summary>
          {optional.map(field)}
        </details>
      ) : null}
    </>
  );
}
