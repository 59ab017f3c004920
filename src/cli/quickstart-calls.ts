export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  /** Name of the shell variable that holds the credential. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly form?: Readonly<Record<string, string>>;
  /** An error status that does not end the quick start. */
  readonly expects?: number;
}

type Say = (text: string) => void;

/** Columns of a terminal that a command takes at most, where its parts allow. */
export const WIDTH = 100;

/** Shell variables by name. Only the line that sets a variable shows its value; other lines show `$NAME`. */
export class Variables {
  private readonly values = new Map<string, string>();

  constructor(private readonly say: Say) {}

  /** Prints `NAME=value`. */
  set(name: string, value: string): void {
    this.values.set(name, value);
    this.say(`${name}=${quoted(value)}`);
  }

  get(name: string): string {
    return this.values.get(name) ?? '';
  }

  /** The text with `$NAME` for each value. */
  named(text: string): string {
    return [...this.values].reduce((shown, [name, value]) => shown.replaceAll(value, `$${name}`), text);
  }
}

const quoted = (text: string) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
const escaped = (text: string) => text.replaceAll(/["\\`$]/g, '\\$&');
const isShort = (text: string) => text.length <= WIDTH - 20;

/** The argument in the quotes that its variables need. */
function argument(text: string, variables: Variables): string {
  const hasVariable = variables.named(text) !== text;
  return hasVariable ? `"${variables.named(escaped(text))}"` : quoted(text);
}

/** JSON with each object and list on one line where it fits, else with a line for each member. */
function readable(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (isShort(indent + line) || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((each) => `${inner}${readable(each, inner)}`)
    : Object.entries(value).map(([name, each]) => `${inner}${JSON.stringify(name)}: ${readable(each, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

/** The call as a curl command with one part a line. */
export function asCurl({ method, path, as, headers = {}, body, form = {} }: Endpoint, variables: Variables): string {
  const command = `curl --fail-with-body -s${method === 'GET' ? '' : ` -X ${method}`}`;
  const url = argument(`${variables.get('API')}${path}`, variables);
  const parts = [
    ...(isShort(command + url) ? [`${command} ${url}`] : [command, url]),
    ...(as === undefined ? [] : [`-H "Authorization: Bearer $${as}"`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'"]),
    ...Object.entries(headers).map(([name, value]) => `-H ${argument(`${name}: ${value}`, variables)}`),
    ...(body === undefined ? [] : [`-d ${argument(readable(body, '  '), variables)}`]),
    ...Object.entries(form).map(([name, value]) => `--data-urlencode ${argument(`${name}=${value}`, variables)}`),
  ];
  return parts.join(' \\\n  ');
}

/** Makes calls and reports each; exits the process at the first error response that the call does not expect. */
export const caller =
  (variables: Variables, say: Say) =>
  async (title: string, call: Endpoint): Promise<Record<string, unknown>> => {
    const { method, path, as, headers, body, form, expects } = call;
    const response = await fetch(`${variables.get('API')}${path}`, {
      method,
      headers: {
        ...(as === undefined ? {} : { Authorization: `Bearer ${variables.get(as)}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: form ? new URLSearchParams(form) : body === undefined ? null : JSON.stringify(body),
    }).catch((error: Error) => {
      const cause = `The service at ${variables.get('API')} does not answer (${error.message}).`;
      process.stderr.write(`${cause} Start it with npm start.\n`);
      process.exit(1);
    });
    const text = await response.text();
    say(`\n# ${title}\n${asCurl(call, variables)}\n=> ${response.status} ${answerText(text, variables)}`.trimEnd());
    if (!response.ok && response.status !== expects) process.exit(1);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  };

/** The whole answer, in lines that fit into a terminal where its values do. */
export const answerText = (text: string, variables: Variables): string =>
  text === '' ? '' : variables.named(readable(JSON.parse(text)));
