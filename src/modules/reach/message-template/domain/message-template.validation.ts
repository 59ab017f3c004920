import type { FieldError } from '../../../../kernel/rejection.js';
import { placeholders, segments } from '../../../../lib/template.js';

/** Characters of what is wrong. */
const SHOWN = 50;

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Errors between the fields of a template's body; the fields themselves are checked elsewhere. */
export function templateErrors(body: unknown): readonly FieldError[] {
  if (!isPlain(body)) return [];
  const { texts, parameters = [] } = body;
  if (!Array.isArray(parameters)) return textFaults(texts);
  return [...textFaults(texts, namesOf(parameters)), ...parameterFaults(parameters)];
}

const namesOf = (parameters: readonly unknown[]): ReadonlySet<unknown> =>
  new Set(parameters.map((each) => (isPlain(each) ? each.name : undefined)));

/** Every placeholder is the name of a parameter; without `names` the names are not checked. */
function textFaults(texts: unknown, names?: ReadonlySet<unknown>): readonly FieldError[] {
  if (!isPlain(texts)) return [];
  if (Object.keys(texts).length === 0) return [{ path: 'texts', code: 'errors.field.empty' }];
  return Object.entries(texts).flatMap(([language, text]) => {
    if (typeof text !== 'string') return [];
    const found = placeholders(text);
    const unknown = names ? found.names.filter((name) => !names.has(name)) : [];
    const wrong = [...found.fieldErrors.map(({ text }) => text), ...unknown].map((each) => each.slice(0, SHOWN));
    return [...new Set(wrong)].map(
      (placeholder): FieldError => ({
        path: `texts.${language}`,
        code: 'errors.field.parameter',
        details: { placeholder },
      }),
    );
  });
}

function parameterFaults(parameters: readonly unknown[]): readonly FieldError[] {
  const seen = new Set<unknown>();
  return parameters.flatMap((each, i): readonly FieldError[] => {
    if (!isPlain(each)) return [];
    const { name, kind, value_path: path } = each;
    const found: FieldError[] = [];
    if (name !== undefined && seen.has(name))
      found.push({ path: `parameters.${i}.name`, code: 'errors.field.repeated' });
    seen.add(name);
    const code = pathFault(kind, path);
    if (code) found.push({ path: `parameters.${i}.value_path`, code });
    return found;
  });
}

function pathFault(kind: unknown, path: unknown): FieldError['code'] | undefined {
  if (kind === 'CONVERSATION_DATA') {
    if (path === undefined) return 'errors.field.required';
    return typeof path === 'string' && !segments(path) ? 'errors.field.pattern' : undefined;
  }
  return path !== undefined && typeof kind === 'string' ? 'errors.field.refused' : undefined;
}
