import { type Operation, parsed, type RequestBody, requestOf, type Values } from './request.ts';

const PLAIN = /^[\w./:%+@-]+$/;

/** One argument of a POSIX shell. A shell cannot pass on NUL. */
export function shellQuoted(text: string): string {
  const kept = text.replaceAll('\0', '');
  return PLAIN.test(kept) ? kept : inQuotes(kept);
}

const inQuotes = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`;

/** curl reads a file for data that begins with `@`. */
const dataOption = (text: string): string => (text.startsWith('@') ? '--data-raw' : '-d');

/** Breaks of lines are between the values of JSON, never within a string, so indenting keeps the meaning. */
const indented = (text: string): string => (parsed(text) === undefined ? text : text.trim().replaceAll('\n', '\n  '));

function bodyLines(body: RequestBody): readonly string[] {
  // `@-` is the standard input.
  if (body.is === 'file') return [`--data-binary ${shellQuoted(`@${body.name === '-' ? './-' : body.name}`)}`];
  if (body.is === 'text') return [`${dataOption(body.text)} ${inQuotes(indented(body.text))}`];
  // curl takes the name as it is and encodes the value.
  return body.fields.map(([name, value]) => `--data-urlencode ${inQuotes(`${encodeURIComponent(name)}=${value}`)}`);
}

/** The call as a curl command for a POSIX shell. It reads the credential from `$TOKEN`. */
export function curlOf(operation: Operation, values: Values): string {
  const { method, url, headers, body } = requestOf(operation, values);
  const implied = body && (body.is !== 'form' || body.fields.length > 0) ? 'POST' : 'GET';
  const flags = method === implied ? '' : `-X ${method} `;
  const lines = [
    `curl -s ${flags}${shellQuoted(url)}`,
    ...(operation.takesCredential ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headers.map(([name, value]) => `-H ${inQuotes(`${name}: ${value}`)}`),
    ...(body ? bodyLines(body) : []),
    ...(operation.answersFile ? ['-o file'] : []),
  ];
  return lines.join(' \\\n  ');
}
