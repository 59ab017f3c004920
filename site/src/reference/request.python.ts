import { isExactJson, type Literal, layout, quoted } from './request.json.ts';
import { type Operation, parsed, type RequestBody, requestOf, type Values } from './request.ts';

const INDENT = '    ';

/** A string of Python. */
const text = (value: string): string => quoted(value, (hex) => `\\U${hex.padStart(8, '0')}`);

const CONSTANTS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
const leaf: Literal = (value) => (typeof value === 'string' ? text(value) : (CONSTANTS[`${value}`] ?? String(value)));

/** A value of JSON as an expression of Python, behind `before` columns. */
const expression = (value: unknown, before: number): string =>
  layout(value, { leaf, key: leaf, comma: ',', pad: '', step: INDENT }, INDENT, before);

/** The argument `data`, and the lines that import what it needs. */
function dataOf(body: RequestBody, json: string): readonly [imports: readonly string[], data: string] {
  if (body.is === 'file') return [['from pathlib import Path'], `Path(${text(body.name)}).read_bytes()`];
  if (body.is === 'form') {
    const fields = expression(Object.fromEntries(body.fields), 22);
    return [['from urllib.parse import urlencode'], `urlencode(${fields}).encode()`];
  }
  if (!isExactJson(json)) return [[], `${text(body.text.toWellFormed())}.encode()`];
  return [['import json'], `json.dumps(${expression(parsed(json), 21)}).encode()`];
}

/** The call in Python with its standard library alone. It reads the credential from the environment. */
export function pythonOf(operation: Operation, values: Values): string {
  const { method, url, headers, body } = requestOf(operation, values);
  const [imports, data] = body ? dataOf(body, values.body) : [[], undefined];
  const named = [
    ...(operation.takesCredential ? ["'Authorization': 'Bearer ' + os.environ['TOKEN'],"] : []),
    ...headers.map(([name, value]) => `${text(name)}: ${text(value)},`),
  ];
  const options = [
    text(url),
    ...(data === undefined ? [] : [`data=${data}`]),
    ...(named.length > 0
      ? [`headers={\n${named.map((line) => `${INDENT}${INDENT}${line}\n`).join('')}${INDENT}}`]
      : []),
    ...(method === (data === undefined ? 'GET' : 'POST') ? [] : [`method='${method}'`]),
  ];
  const from = imports.filter((line) => line.startsWith('from'));
  const whole = imports.filter((line) => line.startsWith('import'));
  return [
    ...whole,
    ...(operation.takesCredential ? ['import os'] : []),
    ...from,
    'from urllib.request import Request, urlopen',
    '',
    options.length === 1
      ? `request = Request(${options[0]})`
      : `request = Request(\n${options.map((each) => `${INDENT}${each},\n`).join('')})`,
    'with urlopen(request) as response:',
    `${INDENT}print(response.status, response.read()${operation.answersFile ? '' : '.decode()'})`,
  ].join('\n');
}
