import { useEffect, useRef } from 'react';
import { useTexts } from '../../language.js';
import { Field } from '../field.js';
import { jsonFault } from './json-fault.js';
import './json.css';

const texts = {
  en: {
    fault: (line: number, column: number) => `This is not JSON: look at line ${line}, column ${column}.`,
    format: 'Format',
  },
  de: {
    fault: (line: number, column: number) => `Das ist kein JSON: Sehen Sie in Zeile ${line}, Spalte ${column} nach.`,
    format: 'Formatieren',
  },
};

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  /** Lines of the control. Default: one. */
  readonly rows?: number;
  readonly required?: boolean;
}

/** A text that must be JSON. It names the line of a fault, and the form is not sent with one. */
export function JsonField({ label, hint, value, onChange, error, rows = 1, required = false }: Props) {
  const text = useTexts(texts);
  const control = useRef<HTMLTextAreaElement>(null);
  const fault = value.trim() === '' ? undefined : jsonFault(value);
  const said = fault ? text.fault(fault.line, fault.column) : undefined;
  useEffect(() => control.current?.setCustomValidity(said ?? ''), [said]);
  return (
    <div className="json">
      <Field label={label} hint={hint} error={said ?? error}>
        {(given) => (
          <textarea
            {...given}
            ref={control}
            rows={rows}
            value={value}
            required={required}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      {rows > 1 ? (
        <button
          type="button"
          aria-disabled={fault !== undefined || value.trim() === ''}
          onClick={() => {
            if (!fault && value.trim() !== '') onChange(JSON.stringify(JSON.parse(value), null, 2));
          }}
        >
          {text.format}
        </button>
      ) : null}
    </div>
  );
}
