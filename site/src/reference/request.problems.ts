import { bodyTypeOf, isFile, type Operation, type Values } from './request.ts';

export interface Problem {
  /** `path.<name>`, `query.<name>`, `headers.<name>`, `file`. */
  readonly field: string;
  readonly message: string;
}

/** A browser sends no other characters in a header, and a shell no other in a line. */
const HEADER = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Reasons why a browser cannot send the values. The service judges everything else. */
export function problemsOf(operation: Operation, values: Values): readonly Problem[] {
  const problems = operation.parameters.flatMap(({ name, in: where, required }): readonly Problem[] => {
    const group = where === 'header' ? 'headers' : where;
    const value = values[group][name] ?? '';
    const at = (message: string) => [{ field: `${group}.${name}`, message }];
    if (required && value === '') return at(`Enter ${name}.`);
    // A URL drops such a segment, so another call would be made.
    if (where === 'path' && /^\.{1,2}$/.test(value)) return at(`${name} cannot be "${value}" in a URL.`);
    if (where === 'header' && !HEADER.test(value)) return at(`${name} has a character that a header cannot have.`);
    return [];
  });
  const type = bodyTypeOf(operation, values);
  const lacksFile = type && isFile(type) && !values.file;
  return lacksFile ? [...problems, { field: 'file', message: 'Choose a file.' }] : problems;
}
