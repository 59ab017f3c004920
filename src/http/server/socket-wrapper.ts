import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Delivers what HTTP and WebSocket use of a `net.Socket`. A subclass reads. */
export abstract class SocketWrapper extends Duplex {
  constructor(
    protected readonly socket: Socket,
    readableHighWaterMark: number,
  ) {
    const { writableHighWaterMark } = socket;
    super({ allowHalfOpen: true, decodeStrings: false, readableHighWaterMark, writableHighWaterMark });
    socket.on('timeout', () => this.emit('timeout'));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.socket.remotePort;
  }

  get remoteFamily(): string | undefined {
    return this.socket.remoteFamily;
  }

  get localAddress(): string | undefined {
    return this.socket.localAddress;
  }

  get localPort(): number | undefined {
    return this.socket.localPort;
  }

  get bytesRead(): number {
    return this.socket.bytesRead;
  }

  get bytesWritten(): number {
    return this.socket.bytesWritten;
  }

  setTimeout(ms: number, expired?: () => void): this {
    this.socket.setTimeout(ms);
    if (expired) this.once('timeout', expired);
    return this;
  }

  setNoDelay(noDelay?: boolean): this {
    this.socket.setNoDelay(noDelay);
    return this;
  }

  setKeepAlive(enable?: boolean, initialDelay?: number): this {
    this.socket.setKeepAlive(enable, initialDelay);
    return this;
  }

  /** Ends the connection once all that was written is sent. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, encoding, done);
  }

  override _writev(
    chunks: { readonly chunk: Buffer | string; readonly encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this.socket.cork();
    for (const [n, { chunk, encoding }] of chunks.entries()) {
      this.socket.write(chunk, encoding, n === chunks.length - 1 ? done : undefined);
    }
    this.socket.uncork();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
