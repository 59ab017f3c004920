import { Validator } from '@cfworker/json-schema';
import Form from '@rjsf/core/lib/components/Form.js';
import type { ErrorSchema, RJSFSchema, ValidatorType } from '@rjsf/utils';
import { useMemo } from 'react';
import { isMembers } from './members.js';
import type { DataProblem, JsonSchema } from './problems.js';
import { templates, widgets } from './templates.js';

type Data = Readonly<Record<string, unknown>>;

interface Props {
  readonly schema: JsonSchema;
  readonly value: Data;
  readonly onChange: (value: Data) => void;
  readonly problems: readonly DataProblem[];
}

/** Says which of several schemas holds. It makes no code of a schema, which the policy of the page forbids. */
const validator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
  isValid(schema, data, { $defs }) {
    try {
      return new Validator({ $defs, ...schema } as object, '2020-12').validate(data ?? null).valid;
    } catch {
      return false;
    }
  },
};

/** The service fills in no defaults either. */
const DEFAULTS = {
  emptyObjectFields: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
} as const;

/** A form of a schema. Its errors are those of `problems`. */
export function SchemaForm({ schema, value, onChange, problems }: Props) {
  const extraErrors = useMemo(() => errorsOf(problems), [problems]);
  const shown = useMemo(() => {
    const { title: _, description: __, ...rest } = schema;
    return rest as RJSFSchema;
  }, [schema]);
  return (
    <Form
      tagName="div"
      className="schema-form"
      schema={shown}
      formData={value}
      validator={validator}
      templates={templates}
      widgets={widgets}
      extraErrors={extraErrors}
      noValidate
      showErrorList={false}
      experimental_defaultFormStateBehavior={DEFAULTS}
      onChange={({ formData }) => onChange((pruned(formData, value) ?? {}) as Data)}
    >
      <span />
    </Form>
  );
}

/** Without members that the form emptied, unless they were empty objects before. */
function pruned(value: unknown, before: unknown): unknown {
  if (!isMembers(value)) return value;
  const known = isMembers(before) ? before : {};
  const kept = Object.entries(value)
    .map(([name, part]) => [name, pruned(part, known[name])] as const)
    .filter(([, part]) => part !== undefined);
  return kept.length === 0 && !isMembers(before) ? undefined : Object.fromEntries(kept);
}

function errorsOf(problems: readonly DataProblem[]): ErrorSchema {
  const root: Record<string, unknown> = {};
  for (const { path, message } of problems) {
    let at = root;
    for (const step of path) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at.__errors = [...((at.__errors as string[] | undefined) ?? []), message];
  }
  return root as ErrorSchema;
}
