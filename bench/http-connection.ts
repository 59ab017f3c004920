import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

export interface RequestOptions {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent instead of a body in JSON. */
  readonly form?: Readonly<Record<string, string>>;
}

/** The bytes of a request. */
export function request({ method, path, token, headers = {}, body, form }: RequestOptions): Buffer {
  const sent = form ? new URLSearchParams(form).toString() : body === undefined ? '' : JSON.stringify(body);
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(sent === '' ? [] : [`content-type: ${type}`, `content-length: ${Buffer.byteLength(sent)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${sent}`);
}

const END_OF_HEAD = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const STATUS_AT = 'HTTP/1.1 '.length;

/** The answer if it is complete. Every answer measured here has a content-length or no body. */
function complete(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const start = end + END_OF_HEAD.length;
  const length = Number(LENGTH.exec(head)?.[1] ?? 0);
  if (bytes.length < start + length) return undefined;
  return { status: Number(head.slice(STATUS_AT, STATUS_AT + 3)), body: bytes.subarray(start, start + length) };
}

/**
 * A keep-alive connection that takes one request at a time. It uses a bare socket, because an HTTP client would use as
 * much CPU time as the servers under test.
 */
export class HttpConnection {
  private received: Buffer | undefined;
  private answered: ((answer: Answer) => void) | undefined;
  private broken: ((error: Error) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('close', () => this.broken?.(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new HttpConnection(socket)));
      socket.on('error', reject);
    });
  }

  /** False once the server has closed it, as it does with idle ones. */
  get isOpen(): boolean {
    return this.socket.readyState === 'open';
  }

  ask(bytes: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.answered = resolve;
      this.broken = reject;
      this.socket.write(bytes);
    });
  }

  close(): void {
    this.broken = undefined;
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    const bytes = this.received ? Buffer.concat([this.received, chunk]) : chunk;
    const answer = complete(bytes);
    this.received = answer ? undefined : bytes;
    if (answer) this.answered?.(answer);
  }
}
