import { TidingsError } from '../../../../sdk/src/errors.js';
import { useTexts } from '../../language.js';
import { JsonField } from '../../ui/json/json-field.js';
import { messageAt } from '../../ui/problem.js';
import { texts } from './texts.js';

const PATH = 'conversation_data_schema';

interface Props {
  readonly schema: string;
  readonly onChange: (schema: string) => void;
  readonly error: unknown;
}

/** The schema of a type, with what the service says about it at its paths. */
export function SchemaField({ schema, onChange, error }: Props) {
  const text = useTexts(texts);
  const errors = error instanceof TidingsError ? error.errors : [];
  const below = errors.flatMap(({ path, message }) =>
    path?.startsWith(`${PATH}.`) ? [`${path.slice(PATH.length + 1)}: ${message}`] : [],
  );
  return (
    <div className="schema">
      <JsonField
        label={text.schema}
        hint={text.schemaHint}
        rows={12}
        value={schema}
        onChange={onChange}
        error={messageAt(error, PATH) ?? (below.length > 0 ? below.join('\n') : undefined)}
      />
    </div>
  );
}
