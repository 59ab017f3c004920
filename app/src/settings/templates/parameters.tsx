import type { TemplateParameter, TemplateParameterKind } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { TextField } from '../../ui/field.js';
import { texts } from './texts.js';

interface Props {
  readonly parameters: readonly TemplateParameter[];
  readonly onChange: (parameters: readonly TemplateParameter[]) => void;
}

const DATA = 'CONVERSATION_DATA';
const NEW: TemplateParameter = { name: '', kind: DATA, value_path: '' };

/** The parameters of a template, each with the source of its value. */
export function Parameters({ parameters, onChange }: Props) {
  const text = useTexts(texts);
  const kinds = Object.keys(text.sources) as TemplateParameterKind[];
  const replace = (at: number, next: TemplateParameter) =>
    onChange(parameters.map((each, index) => (index === at ? next : each)));
  return (
    <fieldset className="field">
      <legend>{text.parameters}</legend>
      {parameters.map((parameter, at) => (
        <div key={at} className="filters">
          <TextField
            label={text.parameter}
            value={parameter.name}
            onChange={(event) => replace(at, { ...parameter, name: event.currentTarget.value })}
            required
          />
          <Choice
            label={text.source}
            values={kinds}
            value={parameter.kind}
            onChange={(kind = DATA) =>
              replace(at, { name: parameter.name, kind, ...(kind === DATA ? { value_path: '' } : {}) })
            }
          >
            {(each) => text.sources[each]}
          </Choice>
          {parameter.kind === DATA ? (
            <TextField
              label={text.path}
              value={parameter.value_path ?? ''}
              onChange={(event) => replace(at, { ...parameter, value_path: event.currentTarget.value })}
              required
            />
          ) : null}
          <div className="actions">
            <button type="button" onClick={() => onChange(parameters.filter((_, index) => index !== at))}>
              {text.drop}
            </button>
          </div>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...parameters, NEW])}>
        {text.add}
      </button>
    </fieldset>
  );
}
