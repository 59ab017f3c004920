import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tidings } from '../../sdk/src/tidings.js';
import document from '../../site/public/openapi.json' with { type: 'json' };
import { curlOf } from '../../site/src/reference/request.curl.js';
import { type Operation, requestOf, type Values } from '../../site/src/reference/request.js';
import { isExactJson, jsonText } from '../../site/src/reference/request.json.js';
import { exampleValues, operationOf } from '../../site/src/reference/request.operation.js';
import { problemsOf } from '../../site/src/reference/request.problems.js';
import { pythonOf } from '../../site/src/reference/request.python.js';
import { typeScriptOf } from '../../site/src/reference/request.typescript.js';
import { hasPython, runEach, withoutPython } from './docs/python.js';

const HOSTILE = `' "$(touch x)" \`id\` \\ ! @a =b &c #d %27 ünïcödé 🐦\u2028 </script> \${x}`;
const NAMES = ['content-type', 'authorization', 'idempotency-key', 'if-match', 'tidings-position', 'prefer'] as const;

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => operationOf(document, path, method)),
);
const byId = (id: string) => operations.find((each) => each.id === id)!;

/** A request that a service receives. */
interface Received {
  readonly line: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

const received: Received[] = [];
let server = '';

async function receive(request: IncomingMessage): Promise<void> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const type = request.headers['content-type']?.replace(';charset=UTF-8', '');
  const body = type === 'application/json' && isExactJson(text) ? JSON.parse(text) : text;
  const headers = Object.fromEntries(NAMES.map((name) => [name, request.headers[name] as string | undefined]));
  // A space, a comma and a quote may be written in two ways.
  const url = decodeURIComponent(request.url!.replaceAll('+', ' '));
  received.push({ line: `${request.method} ${url}`, headers: { ...headers, 'content-type': type }, body });
}

const echo = createServer(async (request, response) => {
  await receive(request);
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
});

beforeAll(async () => {
  await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening));
  server = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
});
afterAll(() => echo.close());

/** Requests that arrive when the samples of curl run in one shell. */
async function fromCurl(calls: readonly (readonly [Operation, Values])[]): Promise<readonly Received[]> {
  received.length = 0;
  const script = calls.map(([operation, values]) => `${curlOf(operation, values)} >/dev/null`).join('\n');
  const env = { PATH: process.env.PATH ?? '', TOKEN: 'secret' };
  await promisify(execFile)('sh', ['-c', `cd /tmp\n${script.replaceAll('-o file', '-o /dev/null')}`], { env });
  return [...received];
}

const AsyncFunction = (async () => {}).constructor as new (
  ...code: readonly string[]
) => (...given: readonly unknown[]) => Promise<void>;

/** Requests that arrive when the samples of TypeScript run. */
async function fromTypeScript(calls: readonly (readonly [Operation, Values])[]): Promise<readonly Received[]> {
  received.length = 0;
  for (const [operation, values] of calls) {
    const code = typeScriptOf(operation, values).replace(/^import .*$/gm, '');
    await new AsyncFunction('Tidings', 'openAsBlob', 'process', 'console', code)(
      Tidings,
      async () => new Blob(['a file']),
      { env: { TOKEN: 'secret' } },
      { log: () => {} },
    );
  }
  return [...received];
}

/** Requests that arrive when the samples of Python run in one interpreter. */
async function fromPython(calls: readonly (readonly [Operation, Values])[]): Promise<readonly Received[]> {
  received.length = 0;
  await runEach(calls.map((call) => pythonOf(...call)));
  return [...received];
}

/** The SDK gives each POST a key of its own. */
const withoutOwnKey = ({ headers: { 'idempotency-key': key, ...headers }, ...rest }: Received) => ({
  ...rest,
  headers: { ...headers, ...(key && /^[\da-f]{32}$/.test(key) ? {} : { 'idempotency-key': key }) },
});

/** The operations whose example is recorded. */
const examples = () =>
  operations
    .map((each) => [each, exampleValues(each, server)] as const)
    .filter(([{ bodyTypes }]) => bodyTypes.every(({ example }) => example !== undefined));

let sentByCurl: Promise<readonly Received[]> | undefined;
/** The requests of curl for these examples, made once. */
const examplesInCurl = () => {
  sentByCurl ??= fromCurl(examples());
  return sentByCurl;
};

test('curl and TypeScript of every operation make the same request, of its example', { timeout: 60_000 }, async () => {
  const calls = examples();
  expect(calls.length).toBeGreaterThan(100);
  const curl = await examplesInCurl();
  expect(curl.map(({ line }) => line)).toEqual(
    calls.map(
      ([operation, values]) =>
        `${operation.method} ${decodeURIComponent(requestOf(operation, values).url.slice(server.length))}`,
    ),
  );
  expect(curl.map(({ headers }) => headers.authorization !== undefined)).toEqual(
    calls.map(([{ takesCredential }]) => takesCredential),
  );
  expect((await fromTypeScript(calls)).map(withoutOwnKey)).toEqual(curl.map(withoutOwnKey));
});

test.skipIf(!hasPython)(`so does Python${withoutPython}`, { timeout: 60_000 }, async () => {
  const calls = examples();
  expect(await fromPython(calls)).toEqual(await examplesInCurl());
  const upload = byId('asset_upload');
  const [sent] = await fromPython([[upload, { ...exampleValues(upload, server), path: { token: 'a' } }]]);
  expect(sent?.body).toBe('a file');
});

/** Calls whose values would break out of a careless sample. */
function hostileCalls() {
  const post = byId('message_post');
  const body = jsonText({ kind: 'TEXT', text: `${HOSTILE}\n\t\u0001`, __proto__: 1, [HOSTILE]: [[], {}, null, 1.5e3] });
  const messages: Values = {
    ...exampleValues(post, server),
    path: { conversation_id: HOSTILE },
    headers: { 'Idempotency-Key': `' $(id) "x"`, Prefer: 'wait=5' },
    body,
  };
  const list = byId('conversation_list');
  const search: Values = { ...exampleValues(list, server), query: { search: HOSTILE, includes: 'A,B', limit: 'x' } };
  const token = byId('auth_token');
  const form: Values = {
    ...exampleValues(token, server),
    body: JSON.stringify({ password: `${HOSTILE}\n@`, '@a=b': 'c', n: 1 }),
  };
  return [
    [post, messages],
    [post, { ...messages, body: '@/etc/passwd' }],
    [post, { ...messages, body: `{"no json: ${HOSTILE}\n  x` }],
    [post, { ...messages, body: '[12345678901234567890, 1e999]' }],
    [post, { ...messages, body: '{"a": 1, "a": 2}' }],
    [list, search],
    [token, form],
  ] as const;
}

test('hostile text arrives unchanged from a shell and from TypeScript', async () => {
  const calls = hostileCalls();
  const [[, messages]] = calls;
  const { body } = messages;
  const curl = await fromCurl(calls);
  // The SDK repeats the name of a list, and curl has commas.
  const sent = (await fromTypeScript(calls)).map(({ line, ...rest }) => ({
    ...rest,
    line: line.replace('includes=A&includes=B', 'includes=A,B'),
  }));
  expect(sent).toEqual(curl);
  expect(curl[0]?.body).toEqual(JSON.parse(body));
  expect(curl.slice(1, 5).map((each) => each.body)).toEqual(calls.slice(1, 5).map(([, values]) => values.body));
  expect(curl[0]?.headers['idempotency-key']).toBe(messages.headers['Idempotency-Key']);
  expect(curl[5]?.line).toContain(`&search=${HOSTILE}`);
  expect(curl[0]?.line).toContain(`/conversations/${HOSTILE}/messages`);
  expect(new URLSearchParams(String(curl[6]?.body)).get('password')).toBe(`${HOSTILE}\n@`);
});

test.skipIf(!hasPython)(`hostile text arrives unchanged from Python${withoutPython}`, async () => {
  const calls = hostileCalls();
  const form = (sent: Received) => ({ ...sent, body: [...new URLSearchParams(String(sent.body))] });
  const isForm = ({ headers }: Received) => headers['content-type']?.includes('form');
  const compared = (all: readonly Received[]) => all.map((each) => (isForm(each) ? form(each) : each));
  expect(compared(await fromPython(calls))).toEqual(compared(await fromCurl(calls)));
});

test('samples never show a credential and stay small: a long body is read from a file', () => {
  const post = byId('message_post');
  const values = { ...exampleValues(post, server), body: JSON.stringify({ text: 'a'.repeat(2_000_000) }) };
  expect(curlOf(post, values)).toContain('--data-binary @body.json');
  expect(typeScriptOf(post, values)).toContain("openAsBlob('body.json')");
  expect(pythonOf(post, values)).toContain("data=Path('body.json').read_bytes()");
  const upload = byId('asset_upload');
  expect(curlOf(upload, { ...exampleValues(upload, server), file: '-' })).toContain('--data-binary @./-');
});

test('a value that would change the URL or that no header can have is a problem at its field', () => {
  const change = byId('conversation_change');
  const values = exampleValues(change, server);
  const fields = (more: Partial<Values>) => problemsOf(change, { ...values, ...more }).map(({ field }) => field);
  expect(fields({})).toEqual(['path.conversation_id']);
  expect(fields({ path: { conversation_id: '..' } })).toEqual(['path.conversation_id']);
  const path = { conversation_id: 'a' };
  expect(fields({ path, headers: { 'If-Match': '"🐦"' } })).toEqual(['headers.If-Match']);
  expect(fields({ path, headers: { 'If-Match': 'a\r\nX: y' } })).toEqual(['headers.If-Match']);
  expect(fields({ path, headers: { 'If-Match': '"1.a"' }, body: '{' })).toEqual([]);
  const upload = byId('asset_upload');
  expect(problemsOf(upload, exampleValues(upload, server)).map(({ field }) => field)).toEqual(['path.token', 'file']);
});

test('the samples of TypeScript have the types of the SDK', { timeout: 60_000 }, () => {
  const root = join(import.meta.dirname, '../..');
  const samples = new Map(
    operations.map((each) => [
      join(root, `test/samples/${each.id}.mts`),
      `${typeScriptOf(each, exampleValues(each, server))}\nexport {};`,
    ]),
  );
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    paths: { '@tidings/sdk': [join(root, 'sdk/src/tidings.ts')] },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (file) => samples.has(file) || fileExists(file);
  host.getSourceFile = (file, how, ...rest) => {
    const text = samples.get(file);
    return text === undefined ? getSourceFile(file, how, ...rest) : ts.createSourceFile(file, text, how);
  };
  const program = ts.createProgram([...samples.keys()], options, host);
  const errors = ts.getPreEmitDiagnostics(program);
  expect(errors.map(({ file, messageText }) => `${file?.fileName}: ${JSON.stringify(messageText)}`)).toEqual([]);
});
