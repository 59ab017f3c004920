import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bodyLength } from '../../large-data/body-length.js';
import { SocketWrapper } from './socket-wrapper.js';

/** Most bytes of heads and chunks for Node's parser in a turn of the event loop. 64 KiB may be 2,300 requests. */
export const STEP_BYTES = 2_048;
/** Most bytes of a body with a length at a time: what one read of the system brings, so that nothing is copied. */
const BODY_BYTES = 65_536;
/** Ends a head, and a body in chunks. */
const BLANK_LINE = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);
/** Time for the rest of a body after the response. Some clients read the response only after they sent all. */
const UNREAD_MS = 10_000;
/** Wait before a step of such a body. */
const UNREAD_PACE_MS = 5;
/** Most bytes of a rest that is dropped where the connection ends behind the response. */
const DROPPED_BYTES = 67_108_864;

/**
 * The connection of a client, as Node's HTTP server gets it. The parser gets few bytes at a time, and nothing between
 * the end of a request and the end of its response. The bytes wait in the socket, so the client waits too.
 *
 * Events: `active` (bytes arrived), `busy` (a whole request is served), `waiting` (its response is sent, or the client
 * has to end the connection).
 */
export class PacedSocket extends SocketWrapper {
  private isWanting = false;
  private isScheduled = false;
  /** Requests without an answer. */
  private unanswered = 0;
  private request: IncomingMessage | undefined;
  /** Bytes that the body of the request still has. 0 for a body in chunks. */
  private bodyBytes = 0;
  /** The last bytes of an incomplete head, or of an incomplete body in chunks. */
  private tail: Buffer = NOTHING;
  private isUpgraded = false;
  private unreadEnd: NodeJS.Timeout | undefined;
  /** Bytes of the rest that may still be dropped; undefined while the parser gets them. */
  private mayDrop: number | undefined;

  constructor(socket: Socket) {
    super(socket, STEP_BYTES);
    socket.on('readable', () => this.arrived());
    socket.once('end', () => this.push(null));
    this.once('close', () => clearTimeout(this.unreadEnd));
  }

  /** Whether bytes wait for their turn, or for the service to read them. */
  get hasInput(): boolean {
    return this.unreadEnd === undefined && this.socket.readableLength > 0;
  }

  /** The parser read the head of a request. */
  begun(request: IncomingMessage, response: ServerResponse): void {
    this.unreadEnded();
    const length = bodyLength(request.headers);
    this.bodyBytes = Number.isFinite(length) ? length : 0;
    this.request = request;
    this.unanswered++;
    response.once('close', () => this.answered());
  }

  /** Another protocol has the connection. */
  upgraded(): void {
    this.isUpgraded = true;
    this.emit('busy');
  }

  /**
   * As that of a socket, but the client ends the connection first. Until then all that it sends is dropped: the system
   * would answer it with a reset, and the client would lose the response.
   */
  override destroySoon(): void {
    if (this.isUpgraded || this.socket.readableEnded) super.destroySoon();
    else if (this.mayDrop === undefined) this.endBeforeRest();
  }

  override _read(): void {
    this.isWanting = true;
    this.goOnLater();
  }

  private get isWhole(): boolean {
    return this.request?.complete === true;
  }

  private get mayGoOn(): boolean {
    const isHeld = !this.isUpgraded && (this.writableEnded || (this.unanswered > 0 && this.isWhole));
    return this.isWanting && !isHeld && this.socket.readableLength > 0 && !this.destroyed;
  }

  private arrived(): void {
    this.emit('active');
    if (this.mayDrop !== undefined) this.discard();
    else if (this.unreadEnd !== undefined) this.goOnLater();
    else if (!this.isScheduled) this.step();
  }

  private step(): void {
    for (let left = STEP_BYTES; left > 0 && this.mayGoOn; ) left -= this.handOver(left);
    if (this.unanswered > 0 && this.isWhole) this.emit('busy');
    else if (this.unreadEnd !== undefined && this.isWhole) this.unreadEnded();
    this.goOnLater();
  }

  private endBeforeRest(): void {
    this.emit('waiting');
    this.end();
    this.mayDrop = DROPPED_BYTES;
    this.unreadEnded();
    this.unreadEnd = setTimeout(() => this.destroy(), UNREAD_MS);
    this.socket.once('end', () => super.destroySoon());
    this.discard();
  }

  private discard(): void {
    for (let bytes = this.socket.read(); bytes !== null; bytes = this.socket.read()) {
      this.mayDrop = (this.mayDrop ?? 0) - bytes.length;
      if (this.mayDrop < 0) return void this.destroy();
    }
  }

  /** @returns the number of bytes that the parser got */
  private handOver(most: number): number {
    const isCounted = this.bodyBytes > 0;
    const piece = isCounted ? Math.min(this.bodyBytes, BODY_BYTES) : most;
    const bytes: Buffer = this.socket.read(Math.min(this.socket.readableLength, piece));
    if (isCounted) this.bodyBytes -= bytes.length;
    const length = isCounted ? bytes.length : this.untilBlankLine(bytes);
    if (length < bytes.length) this.socket.unshift(bytes.subarray(length));
    this.isWanting = this.push(bytes.subarray(0, length));
    // The socket has its end only once something is read behind the last byte.
    if (this.socket.readableLength === 0) this.socket.read(0);
    return length;
  }

  /** A request may end there, so the parser gets what is behind it later. */
  private untilBlankLine(bytes: Buffer): number {
    const known = this.tail.length;
    const text = known === 0 ? bytes : Buffer.concat([this.tail, bytes]);
    const at = text.indexOf(BLANK_LINE);
    this.tail = at < 0 ? text.subarray(1 - BLANK_LINE.length) : NOTHING;
    return at < 0 ? bytes.length : at + BLANK_LINE.length - known;
  }

  private goOnLater(): void {
    if (this.isScheduled || !this.mayGoOn) return;
    this.isScheduled = true;
    const goOn = () => {
      this.isScheduled = false;
      this.step();
    };
    if (this.unreadEnd === undefined) setImmediate(goOn);
    else setTimeout(goOn, UNREAD_PACE_MS);
  }

  private answered(): void {
    this.unanswered--;
    if (this.writableEnded || this.destroyed) return;
    this.emit('waiting');
    if (this.unanswered === 0 && !this.isWhole) this.unreadEnd = setTimeout(() => this.destroy(), UNREAD_MS);
    this.goOnLater();
  }

  private unreadEnded(): void {
    clearTimeout(this.unreadEnd);
    this.unreadEnd = undefined;
  }
}
