import { useMemo, useState } from 'react';
import { useTexts } from '../../language.js';
import { Field } from '../../ui/field.js';
import { jsonFault } from '../../ui/json/json-fault.js';
import { JsonField } from '../../ui/json/json-field.js';
import { messageAt } from '../../ui/problem.js';
import { HeaderPreview, ListItemPreview } from './previews.js';
import { sampleOf, valuesOf } from './sample.js';
import { texts } from './texts.js';

export interface Templates {
  readonly listItem: string;
  readonly header: string;
}

interface Props {
  readonly templates: Templates;
  readonly onChange: (templates: Templates) => void;
  /** The text of the schema, whose data the preview takes until somebody writes others. */
  readonly schema: string;
  readonly error: unknown;
}

const parsed = (text: string): unknown => (jsonFault(text) ? undefined : JSON.parse(text));

/** The templates of the list item and of the header, each with a live preview. */
export function TemplateFields({ templates, onChange, schema, error }: Props) {
  const text = useTexts(texts);
  const [written, write] = useState<string>();
  const sample = written ?? JSON.stringify(sampleOf(parsed(schema) ?? {}), null, 2);
  const values = useMemo(() => valuesOf(parsed(sample), text.sampleDescription), [sample, text]);
  return (
    <fieldset className="part">
      <legend>{text.templates}</legend>
      <p className="hint">{text.placeholders}</p>
      <Field
        label={text.listItem}
        hint={text.listItemHint}
        error={messageAt(error, 'conversation_data_list_item_template')}
      >
        {(given) => (
          <textarea
            {...given}
            rows={3}
            spellCheck={false}
            value={templates.listItem}
            onChange={(event) => onChange({ ...templates, listItem: event.currentTarget.value })}
          />
        )}
      </Field>
      <ListItemPreview html={templates.listItem} values={values} />
      <Field label={text.header} hint={text.headerHint} error={messageAt(error, 'client_app_header_template')}>
        {(given) => (
          <textarea
            {...given}
            rows={4}
            spellCheck={false}
            value={templates.header}
            onChange={(event) => onChange({ ...templates, header: event.currentTarget.value })}
          />
        )}
      </Field>
      <HeaderPreview html={templates.header} values={values} />
      <details>
        <summary>{text.sample}</summary>
        <JsonField label={text.sample} hint={text.sampleHint} rows={6} value={sample} onChange={write} />
      </details>
    </fieldset>
  );
}
