/** A line of the log as far as it is shown to a person. */
interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly [field: string]: unknown;
}

const RED = '\u001b[31m';
const YELLOW = '\u001b[33m';
const GREY = '\u001b[90m';
const PLAIN = '\u001b[0m';

const colourOf = (level: number, status: unknown): string => {
  if (level >= 50 || Number(status) >= 500) return RED;
  return level >= 40 || Number(status) >= 400 ? YELLOW : GREY;
};

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** Without control characters, which could move the cursor of the terminal. */
const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(CONTROL, '?');

const isRequest = ({ msg, method }: Line): boolean => msg === 'request' && typeof method === 'string';

function said(line: Line): string {
  if (!isRequest(line)) return shown(line.msg ?? '');
  const { method, call = 'unknown path', status, ms } = line;
  return `${shown(method)} ${shown(call)} ${shown(status)} ${shown(ms)} ms`;
}

const LEFT_OUT = new Set(['level', 'time', 'msg', 'err']);
const OF_REQUEST = new Set(['method', 'call', 'status', 'ms']);

/** One JSON line of the log for a terminal: time, message, then the other fields; the stack of an error below it. */
export function terminalLine(json: string): string {
  const line = JSON.parse(json) as Line;
  const hidden = (name: string) => LEFT_OUT.has(name) || (isRequest(line) && OF_REQUEST.has(name));
  const fields = Object.entries(line).filter(([name]) => !hidden(name));
  const rest = fields.map(([name, value]) => `${name}=${shown(value)}`).join(' ');
  const { stack } = (line.err ?? {}) as { stack?: string };
  const colour = colourOf(line.level, line.status);
  return `${GREY}${line.time.slice(11, 19)}${PLAIN} ${colour}${said(line)}${PLAIN}${rest && ` ${GREY}${rest}${PLAIN}`}\n${stack ? `${stack}\n` : ''}`;
}
