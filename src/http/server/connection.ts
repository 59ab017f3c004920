import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bodyLength } from '../../large-data/body-length.js';
import { clientNetwork } from './client-network.js';
import type { IdleConnections } from './idle-connections.js';

/** Bytes that are handed over without a look at the clock; where that was quick, the next are twice as many. */
const SLICE_BYTES = 1_024;
/** Requests of a connection that wait for the one before them. No further ones are parsed. */
const MOST_WAITING = 16;
/** The body of a request that was answered before is read on for so long: some clients read only once they sent all. */
const UNREAD_MS = 10_000;
/** Wait between two reads of such a body, of up to 64 KiB each. */
const UNREAD_PACE_MS = 20;

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

export interface ConnectionOptions {
  readonly socket: Socket;
  readonly serve: Serve;
  /** Bytes arrived that may be handed over. */
  readonly ready: (connection: Connection) => void;
  /** The connection goes on in a later turn of the event loop. */
  readonly later: (connection: Connection) => void;
  readonly idle: IdleConnections;
  /** The tenant of the first request, before it is parsed. */
  readonly tenantOf: (request: Buffer) => string | undefined;
}

/**
 * Holds the input of a client until it may be parsed: bytes for the parser of HTTP or WebSocket, and pipelined
 * requests, which are served one after the other (RFC 9112 9.3.2).
 */
export class Connection {
  /** The tenant of the first or last request, or of the socket. A proxy may send requests of several over one connection. */
  tenantId: string | undefined;
  /** Nothing was handed over so far. */
  isNew = true;
  private readonly push: Socket['push'];
  private readonly read: Socket['_read'];
  private bytes: Buffer | undefined;
  private isOver = false;
  /** The socket wants to read, and may not yet. */
  private isWanting = false;
  private readonly requests: (readonly [IncomingMessage, ServerResponse])[] = [];
  private isServing = false;
  /** The request that is served, until its body has arrived. */
  private body: IncomingMessage | undefined;
  /** Answered, with a body that is still to come. */
  private unread: { readonly request: IncomingMessage; readonly end: NodeJS.Timeout } | undefined;
  private pace: NodeJS.Timeout | undefined;
  private knownNetwork: string | undefined;

  constructor(private readonly options: ConnectionOptions) {
    const { socket } = options;
    this.push = socket.push.bind(socket);
    this.read = socket._read.bind(socket);
    socket.push = (bytes: Buffer | null) => this.arrived(bytes);
    socket._read = (size) => this.wanted(size);
    socket.on('resume', () => {
      if (this.isReady) this.options.later(this);
    });
    socket.once('close', () => this.drop());
    options.idle.note(this);
  }

  close(): void {
    this.options.socket.destroy();
  }

  /** Where the client is. Of all clients behind a proxy it is the same. */
  get network(): string {
    this.knownNetwork ??= clientNetwork(this.options.socket.remoteAddress ?? '');
    return this.knownNetwork;
  }

  /** Another protocol has the connection, and bounds of its own. */
  upgraded(): void {
    this.options.idle.delete(this);
  }

  /** Whether a request waits that may be served now, or bytes that may be handed over. */
  get isReady(): boolean {
    return this.mayBegin || this.mayHandOver;
  }

  /** Whether a request waits that may be served now. */
  get mayBegin(): boolean {
    return !this.isServing && this.requests.length > 0;
  }

  /** Whether bytes wait, even if they may not be handed over now. */
  get hasBytes(): boolean {
    return this.bytes !== undefined;
  }

  /** Whether input waits for its turn, or for the service to read it. The connection does not wait for the client. */
  get hasInput(): boolean {
    if (this.isReady) return true;
    return this.unread === undefined && (this.hasBytes || (this.body !== undefined && !this.body.readableFlowing));
  }

  /** Serves the next request; or hands over a slice of the bytes, and further ones for as long as it may go on. */
  advance(mayGoOn: () => boolean): void {
    if (this.mayBegin) this.beginNext();
    else if (this.mayHandOver) this.handOver(mayGoOn);
  }

  /** Serves the request once those before it are answered. */
  requested(request: IncomingMessage, response: ServerResponse): void {
    if (this.isServing || this.requests.length > 0) this.requests.push([request, response]);
    else this.begin(request, response);
  }

  /** A socket that is paused, or that nobody listens to yet, only keeps what it gets. */
  private get mayHandOver(): boolean {
    const isHeld = this.requests.length >= MOST_WAITING || this.pace !== undefined;
    return this.bytes !== undefined && !isHeld && this.options.socket.readableFlowing === true;
  }

  /** Answers whether more is to be read. */
  private arrived(bytes: Buffer | null): boolean {
    if (bytes === null) {
      this.isOver = true;
      return this.bytes === undefined && this.push(null);
    }
    const { idle, tenantOf } = this.options;
    if (this.isNew && !this.bytes) this.tenantId = tenantOf(bytes);
    if (idle.has(this)) idle.note(this);
    this.bytes = this.bytes ? Buffer.concat([this.bytes, bytes]) : bytes;
    if (this.isReady) this.options.ready(this);
    return !this.bytes && !this.pace;
  }

  private wanted(size: number): void {
    if (this.bytes || this.pace) this.isWanting = true;
    else this.read(size);
  }

  private handOver(mayGoOn: () => boolean): void {
    this.isNew = false;
    let slice = SLICE_BYTES;
    do {
      const bytes = this.bytes as Buffer;
      const isLast = bytes.length <= slice;
      this.bytes = isLast ? undefined : bytes.subarray(slice);
      this.push(isLast ? bytes : bytes.subarray(0, slice));
      slice *= 2;
    } while (this.mayHandOver && mayGoOn());
    if (this.bytes) return;
    if (this.unread) this.readOnLater();
    if (this.isOver) this.push(null);
  }

  private beginNext(): void {
    const [request, response] = this.requests.shift() ?? [];
    if (request && response) this.begin(request, response);
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    this.isServing = true;
    if (bodyLength(request.headers) > 0) this.awaitBody(request);
    else this.options.idle.delete(this);
    response.once('close', () => this.answered(request));
    this.options.serve(request, response);
  }

  private awaitBody(request: IncomingMessage): void {
    this.body = request;
    request.once('end', () => {
      if (this.body !== request) return;
      this.body = undefined;
      this.options.idle.delete(this);
    });
  }

  private answered(request: IncomingMessage): void {
    const { socket, later } = this.options;
    this.isServing = false;
    this.body = undefined;
    if (socket.destroyed || socket.writableEnded) {
      this.requests.length = 0;
      return;
    }
    this.options.idle.note(this);
    if (!request.complete) {
      this.unread = { request, end: setTimeout(() => socket.destroy(), UNREAD_MS) };
      this.readOnLater();
    }
    if (this.isReady) later(this);
  }

  private readOnLater(): void {
    if (!this.unread || this.pace) return;
    if (this.unread.request.complete) {
      clearTimeout(this.unread.end);
      this.unread = undefined;
      return;
    }
    this.pace = setTimeout(() => this.readOn(), UNREAD_PACE_MS);
  }

  private readOn(): void {
    this.pace = undefined;
    if (this.isReady) this.options.later(this);
    else if (this.isWanting && !this.bytes) {
      this.isWanting = false;
      this.read(0);
    }
  }

  private drop(): void {
    this.bytes = undefined;
    this.requests.length = 0;
    clearTimeout(this.unread?.end);
    clearTimeout(this.pace);
    this.options.idle.delete(this);
  }
}
