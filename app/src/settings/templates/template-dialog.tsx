import { useState } from 'react';
import type { MessageTemplate, MessageTemplateKind, TemplateParameter } from '../../../../sdk/src/api.js';
import { LANGUAGES } from '../../../../src/catalogue/tenant.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { Field, TextField } from '../../ui/field.js';
import { FormDialog, textIn } from '../../ui/form-dialog.js';
import { messageAt } from '../../ui/problem.js';
import { Parameters } from './parameters.js';
import { texts } from './texts.js';

const KINDS: readonly MessageTemplateKind[] = ['TEXT', 'REQUEST_LOCATION'];
const FIELDS = ['name', 'description', 'kind', ...LANGUAGES.map((each) => `texts.${each}`)];

interface Props {
  /** Left out: a template is created. */
  readonly template?: MessageTemplate;
  readonly onClose: () => void;
}

export function TemplateDialog({ template, onClose }: Props) {
  const text = useTexts(texts);
  const [kind, setKind] = useState<MessageTemplateKind>(template?.kind ?? 'TEXT');
  const [parameters, setParameters] = useState<readonly TemplateParameter[]>(template?.parameters ?? []);
  const create = useChange('POST /message_templates', 'GET /message_templates');
  const replace = useChange('PUT /message_templates/{name}', 'GET /message_templates');
  async function submit(form: FormData) {
    const given = LANGUAGES.map((language) => [language, textIn(form, `texts.${language}`)] as const);
    const description = textIn(form, 'description');
    const body = {
      kind,
      texts: Object.fromEntries(given.filter(([, value]) => value !== undefined)),
      parameters,
      ...(description === undefined ? {} : { description }),
    };
    if (template) await replace.mutateAsync({ path: { name: template.name }, body });
    else await create.mutateAsync({ body: { ...body, name: textIn(form, 'name') ?? '' } });
  }
  return (
    <FormDialog
      title={template ? text.editTitle(template.name) : text.create}
      action={template ? text.save : text.create}
      isWide
      fields={FIELDS}
      onSubmit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          {template ? null : (
            <TextField
              label={text.name}
              hint={text.nameHint}
              name="name"
              error={messageAt(error, 'name')}
              required
              autoComplete="off"
            />
          )}
          <TextField
            label={text.description}
            name="description"
            defaultValue={template?.description}
            error={messageAt(error, 'description')}
          />
          <Choice label={text.kind} values={KINDS} value={kind} onChange={(chosen) => setKind(chosen ?? 'TEXT')}>
            {(each) => text.kinds[each]}
          </Choice>
          {LANGUAGES.map((language) => (
            <Field
              key={language}
              label={text.languages[language]}
              hint={text.textHint}
              error={messageAt(error, `texts.${language}`)}
            >
              {(given) => (
                <textarea
                  {...given}
                  name={`texts.${language}`}
                  lang={language}
                  rows={4}
                  defaultValue={template?.texts?.[language]}
                />
              )}
            </Field>
          ))}
          <Parameters parameters={parameters} onChange={setParameters} />
        </>
      )}
    </FormDialog>
  );
}
