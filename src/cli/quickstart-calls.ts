export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly form?: Readonly<Record<string, string>>;
}

type PublishedEvent = (title: string, call: Endpoint, status: number, body: unknown) => void;

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const headersOf = ({ token, headers, body }: Endpoint): Record<string, string> => ({
  ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  ...headers,
});

/** The call as a curl command. */
export function asCurl(base: string, call: Endpoint): string {
  const { method, path, body, form = {} } = call;
  return [
    `curl -s -X ${method} ${quoted(`${base}/api/v1${path}`)}`,
    ...Object.entries(headersOf(call)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
    ...Object.entries(form).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ].join(' \\\n  ');
}

/** Makes calls and reports each; exits the process at the first error response. */
export const caller =
  (base: string, told: PublishedEvent) =>
  async (title: string, call: Endpoint): Promise<Record<string, unknown>> => {
    const sent = call.form
      ? new URLSearchParams(call.form)
      : call.body === undefined
        ? null
        : JSON.stringify(call.body);
    const response = await fetch(`${base}/api/v1${call.path}`, {
      method: call.method,
      headers: headersOf(call),
      body: sent,
    }).catch((error: Error) => {
      process.stderr.write(`The service at ${base} does not answer (${error.message}). Start it with npm start.\n`);
      process.exit(1);
    });
    const text = await response.text();
    const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
    told(title, call, response.status, body);
    if (!response.ok) process.exit(1);
    return body ?? {};
  };
