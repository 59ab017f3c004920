import { useState } from 'react';
import { useTexts } from '../../language.js';
import { Field } from '../../ui/field.js';
import { FormBoundary } from './form-boundary.js';
import { isMembers } from './members.js';
import type { DataProblem, JsonSchema } from './problems.js';
import { SchemaForm } from './schema-form.js';
import { isShownAsForm } from './shown-as-form.js';
import { texts } from './texts.js';
import './data.css';

type Data = Readonly<Record<string, unknown>>;

interface Props {
  readonly schema: JsonSchema | undefined;
  /** A text is JSON that cannot be saved yet. */
  readonly value: Data | string;
  readonly onChange: (value: Data | string) => void;
  readonly problems: readonly DataProblem[];
}

/** The data as a form of its schema, or as JSON where no form can show it or the reader wants it. */
export default function DataFields({ schema, value, onChange, problems }: Props) {
  const text = useTexts(texts);
  const canBeForm = isShownAsForm(schema);
  const [isJson, setJson] = useState(!canBeForm);
  return (
    <>
      {canBeForm ? (
        <p className="actions">
          <button
            type="button"
            className="small"
            aria-disabled={typeof value === 'string'}
            onClick={() => typeof value !== 'string' && setJson(!isJson)}
          >
            {isJson ? text.asForm : text.asJson}
          </button>
        </p>
      ) : null}
      {canBeForm && !isJson && typeof value !== 'string' ? (
        <FormBoundary onFailed={() => setJson(true)}>
          <SchemaForm schema={schema} value={value} onChange={onChange} problems={problems} />
        </FormBoundary>
      ) : (
        <JsonField value={value} onChange={onChange} problems={problems} />
      )}
    </>
  );
}

function JsonField({ value, onChange, problems }: Omit<Props, 'schema'>) {
  const text = useTexts(texts);
  const [typed, setTyped] = useState(() => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)));
  const [wrong, setWrong] = useState<string>();
  function change(next: string) {
    setTyped(next);
    try {
      const parsed: unknown = JSON.parse(next);
      setWrong(isMembers(parsed) ? undefined : text.notObject);
      onChange(isMembers(parsed) ? parsed : next);
    } catch (error) {
      setWrong(text.notJson((error as Error).message));
      onChange(next);
    }
  }
  return (
    <>
      <Field label={text.json} error={wrong}>
        {(given) => (
          <textarea
            {...given}
            className="code"
            rows={14}
            spellCheck={false}
            value={typed}
            onChange={({ target }) => change(target.value)}
          />
        )}
      </Field>
      {problems.length === 0 ? null : (
        <ul className="error">
          {problems.map(({ path, message }) => (
            <li key={`${path.join('.')} ${message}`}>
              <code>{path.join('.')}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
