import { expression, isExactJson, stringLiteral } from './request.json.ts';
import { type ApiRequest, bodyTypeOf, type Operation, parsed, placeholder, requestOf, type Values } from './request.ts';

const API = '/api/v1';
/** The one form that the SDK sends. */
const TOKEN_CALL = 'POST /auth/{tenant_id}/oauth2/token';

/** Headers that the SDK has options for, and the values that these take. */
const OPTIONS: Readonly<Record<string, readonly [option: string, takes: RegExp]>> = {
  'Idempotency-Key': ['idempotencyKey', /^/],
  'If-Match': ['ifMatch', /^/],
  'Tidings-Position': ['position', /^/],
  Prefer: ['prefer', /^wait(=\d+)?$/],
};
const LANGUAGE = 'Accept-Language';

const callName = ({ method, path }: Operation): string => `${method} ${path.replace(API, '')}`;

/** Whether the SDK sends exactly this request. */
function isOfSdk(operation: Operation, values: Values, { headers, body }: ApiRequest): boolean {
  const type = bodyTypeOf(operation, values)?.mediaType;
  const isKnownType = type === undefined || type === 'application/json' || callName(operation) === TOKEN_CALL;
  return (
    isKnownType &&
    !operation.answersFile &&
    !operation.answersText &&
    new URL('/', values.server).href === new URL(values.server).href &&
    (body ? body.is !== 'file' && isExactJson(values.body) : type === undefined) &&
    headers.every(([name, value]) =>
      name === LANGUAGE ? /^(en|de)$/.test(value) : name === 'Content-Type' || OPTIONS[name]?.[1].test(value),
    )
  );
}

/** Query values in their types; a text that is none of its type stays text, so that the service can refuse it. */
function typed(type: Operation['parameters'][number]['type'], text: string): unknown {
  if (type === 'list') return text.split(',');
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if (type === 'number' && isExactJson(text) && typeof parsed(text) === 'number') return parsed(text);
  return text;
}

function withSdk(operation: Operation, values: Values, { headers }: ApiRequest): string {
  const own = (where: 'path' | 'query') => operation.parameters.filter((each) => each.in === where);
  const path = own('path').map(({ name }) => [name, values.path[name] || placeholder(name)]);
  const query = own('query').flatMap(({ name, type }) => {
    const text = values.query[name] ?? '';
    return text === '' ? [] : [[name, typed(type, text)]];
  });
  const options = headers.flatMap(([name, value]) => {
    const [option] = OPTIONS[name] ?? [];
    return option ? [[option, value]] : [];
  });
  const input = {
    ...(path.length > 0 ? { path: Object.fromEntries(path) } : {}),
    ...(query.length > 0 ? { query: Object.fromEntries(query) } : {}),
    ...(values.body.trim() !== '' && operation.bodyTypes.length > 0 ? { body: parsed(values.body) } : {}),
    ...Object.fromEntries(options),
  };
  const language = headers.find(([name]) => name === LANGUAGE)?.[1];
  const settings = [
    `url: ${stringLiteral(values.server)}`,
    ...(operation.takesCredential ? ['credential: process.env.TOKEN'] : []),
    ...(language ? [`language: ${stringLiteral(language)}`] : []),
  ];
  const call = `const answer = await tidings.call(${stringLiteral(callName(operation))}`;
  const given = Object.keys(input).length > 0 ? `, ${expression(input, '', call.length)}` : '';
  return [
    "import { Tidings } from '@tidings/sdk';",
    '',
    `const tidings = new Tidings({ ${settings.join(', ')} });`,
    '',
    `${call}${given});`,
    'console.log(answer);',
  ].join('\n');
}

function bodyExpression({ body }: ApiRequest, text: string): string | undefined {
  if (!body) return undefined;
  if (body.is === 'file') return `await openAsBlob(${stringLiteral(body.name)})`;
  if (body.is === 'form') return `new URLSearchParams(${expression(Object.fromEntries(body.fields), '  ', 28)})`;
  return isExactJson(text) ? `JSON.stringify(${expression(parsed(text), '  ', 22)})` : stringLiteral(text);
}

function withFetch(operation: Operation, values: Values, request: ApiRequest): string {
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the template of the sample.
    ...(operation.takesCredential ? ['Authorization: `Bearer ${process.env.TOKEN}`,'] : []),
    ...request.headers.map(([name, value]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${stringLiteral(value)},`),
  ];
  const body = bodyExpression(request, values.body);
  const options = [
    ...(request.method === 'GET' ? [] : [`method: '${request.method}',`]),
    ...(headers.length > 0 ? ['headers: {', ...headers.map((line) => `  ${line}`), '},'] : []),
    ...(body === undefined ? [] : [`body: ${body},`]),
  ];
  const input = options.length > 0 ? `, {\n${options.map((line) => `  ${line}\n`).join('')}}` : '';
  return [
    ...(request.body?.is === 'file' ? ["import { openAsBlob } from 'node:fs';", ''] : []),
    `const response = await fetch(${stringLiteral(request.url)}${input});`,
    operation.answersFile
      ? 'console.log(response.status, await response.arrayBuffer());'
      : 'console.log(response.status, await response.text());',
  ].join('\n');
}

/** The call in TypeScript: with the SDK where it sends this request, else with `fetch`. */
export function typeScriptOf(operation: Operation, values: Values): string {
  const request = requestOf(operation, values);
  return isOfSdk(operation, values, request)
    ? withSdk(operation, values, request)
    : withFetch(operation, values, request);
}
