import { Field } from './field.js';

interface ChoiceProps<T extends string> {
  readonly label: string;
  /** Label of no value. Left out: there is always one. */
  readonly all?: string;
  readonly values: readonly T[];
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  readonly children: (value: T) => string;
}

/** One of a few values, or none of them. */
export const Choice = <T extends string>({ label, all, values, value, onChange, children }: ChoiceProps<T>) => (
  <Field label={label}>
    {(given) => (
      <select
        {...given}
        value={value ?? ''}
        onChange={(event) => onChange(values.find((each) => each === event.currentTarget.value))}
      >
        {all === undefined ? null : <option value="">{all}</option>}
        {values.map((each) => (
          <option key={each} value={each}>
            {children(each)}
          </option>
        ))}
      </select>
    )}
  </Field>
);
