import type { ErrorResponse } from '../api.js';
import { TidingsError } from '../errors.js';
import type { Address } from '../frames.js';
import { placeOf } from '../requests.js';
import { PASSING } from '../retried.js';
import { pauseBefore } from '../retries.js';
import type { Tidings } from '../tidings.js';
import { type Acknowledged, type Connect, type SocketLike, waitIn } from './connect.js';
import { CredentialSource } from './credential-source.js';
import { covers, type Listener, overlap } from './listener.js';
import { type Platform, watchWakes } from './platform.js';

const MOST_ADDRESSES = 100;
const MOST_DOUBLED = 5;
const GOOD_AFTER_MS = 1_000;
/** With the second in which a sleep is noticed, a dead connection is known within five. */
const PROBE_MS = 3_000;

/** One socket, shared by listeners whose addresses do not overlap, since the service sends a frame once per socket. */
export class Line {
  private readonly live = new Map<Listener, boolean>();
  private readonly credentials: CredentialSource;
  private socket: SocketLike | undefined;
  /** Grows with each connection that is lost, so that its late events are ignored. */
  private round = 0;
  private attempt = 0;
  private openedAt: number | undefined;
  private isRenewing = false;
  private isProbing = false;
  private waits: (() => void) | undefined;
  private isAskedToWait = false;
  private ended = false;
  private readonly endWatch: () => void;

  constructor(
    readonly tidings: Tidings,
    readonly connect: Connect,
    private readonly platform: Platform,
    private readonly onEnd: () => void,
  ) {
    this.credentials = new CredentialSource(tidings, platform);
    this.endWatch = watchWakes(platform, () => this.wake());
    void this.open();
  }

  hasRoomFor(address: Address): boolean {
    const taken = [...this.live.keys()].map((each) => each.address);
    return !this.ended && taken.length < MOST_ADDRESSES && !taken.some((each) => overlap(each, address));
  }

  join(listener: Listener): void {
    this.live.set(listener, false);
    this.subscribe(listener);
  }

  leave(listener: Listener): void {
    if (!this.live.delete(listener)) return;
    if (this.live.size === 0) this.end();
    else this.ask('UNSUBSCRIBE', { address: listener.address }, () => {});
  }

  /** The listener is behind. Frames that still come are dropped, since they come again. */
  unsubscribe(listener: Listener): void {
    this.live.set(listener, false);
    listener.is('stale');
    this.ask('UNSUBSCRIBE', { address: listener.address }, () => {});
  }

  /** The service handles the requests of a connection in their order. */
  resume(listener: Listener & { isBehind: boolean }): void {
    listener.isBehind = false;
    this.subscribe(listener);
  }

  private async open(): Promise<void> {
    const round = ++this.round;
    const found = await this.credentials.next(() => round === this.round && !this.ended);
    if (!found || round !== this.round || this.ended) return;
    if ('error' in found) return this.fail(found.error);
    if (this.socket) return void this.socket.connect();
    try {
      this.socket = this.connected();
    } catch (error) {
      this.fail(error);
    }
  }

  private connected(): SocketLike {
    const { origin, path } = placeOf(this.tidings.options.url);
    const socket = this.connect(origin, {
      auth: (give) => give({ token: this.credentials.current }),
      ...(path === '' ? {} : { path: `${path}/socket.io/` }),
      reconnection: false,
      forceNew: true,
      withCredentials: true,
    });
    socket.on('connect', () => this.opened());
    socket.on('disconnect', () => this.lost());
    socket.on('connect_error', ((error: Error & { readonly data?: ErrorResponse }) =>
      this.refused(error.data)) as never);
    socket.on('ERROR', ((error: ErrorResponse & { readonly addresses?: readonly string[] }) =>
      this.noticed(error)) as never);
    socket.onAny((type, frame) => {
      if (type === 'ERROR' || type === 'PONG') return;
      for (const [listener, isLive] of this.live) if (isLive && covers(listener.address, frame)) listener.take(frame);
    });
    return socket;
  }

  private opened(): void {
    this.openedAt = this.platform.now();
    this.credentials.accepted();
    for (const listener of [...this.live.keys()]) this.subscribe(listener);
  }

  private subscribe(listener: Listener, attempt = 0): void {
    if (listener.isBehind || this.isRenewing || this.live.get(listener) !== false) return;
    const { address, last: after } = listener;
    this.ask('SUBSCRIBE', after === undefined ? { address } : { address, after }, (answer) => {
      if (!this.live.has(listener) || listener.isBehind) return;
      if (answer.ok) {
        listener.last ??= answer.position;
        this.live.set(listener, true);
        listener.is('live');
      } else this.noSubscription(listener, answer.error, attempt);
    });
  }

  private noSubscription(listener: Listener, error: ErrorResponse, attempt: number): void {
    if (error.code === 'errors.token.expired') return void this.renew(error);
    if (!PASSING.includes(error.code)) return void listener.fail(new TidingsError(0, error, waitIn(error)));
    const { round } = this;
    this.platform.after(pauseBefore(Math.min(attempt, MOST_DOUBLED), waitIn(error)), () => {
      if (round === this.round) this.subscribe(listener, attempt + 1);
    });
  }

  /** The service ended subscriptions. */
  private noticed(error: ErrorResponse & { readonly addresses?: readonly string[] }): void {
    if (error.code === 'errors.token.expired') return void this.renew(error);
    // The service disconnects, and the next connection shows the result.
    if (error.code === 'errors.unauthenticated') return void this.credentials.refused(error);
    for (const listener of [...this.live.keys()]) {
      if (!error.addresses?.includes(listener.address)) continue;
      this.live.set(listener, false);
      listener.is('stale');
      this.noSubscription(listener, error, 0);
    }
  }

  /** The token has expired: the connection stays for a while and goes on with another one. */
  private async renew(error: ErrorResponse): Promise<void> {
    if (this.isRenewing) return;
    const { round } = this;
    const isCurrent = () => round === this.round && !this.ended;
    this.isRenewing = true;
    this.credentials.refused(error);
    this.all('renewing');
    for (let attempt = 0; isCurrent(); attempt++) {
      const found = await this.credentials.next(isCurrent);
      if (!found || !isCurrent()) return;
      if ('error' in found) return this.fail(found.error);
      const answer = await new Promise<Acknowledged>((acknowledge) =>
        this.ask('AUTHENTICATE', { token: found.token }, acknowledge),
      );
      if (!isCurrent()) return;
      if (answer.ok) break;
      this.credentials.refused(answer.error);
      const pause = pauseBefore(Math.min(attempt, MOST_DOUBLED), waitIn(answer.error));
      await new Promise<void>((resolve) => this.platform.after(pause, resolve));
    }
    if (!isCurrent()) return;
    this.isRenewing = false;
    this.credentials.accepted();
    for (const listener of [...this.live.keys()]) this.subscribe(listener);
  }

  private refused(error: ErrorResponse | undefined): void {
    if (error) this.credentials.refused(error);
    this.lost(error && waitIn(error));
  }

  private lost(askedMs?: number): void {
    if (this.ended) return;
    if (this.openedAt !== undefined && this.platform.now() - this.openedAt > GOOD_AFTER_MS) this.attempt = 0;
    this.round++;
    this.openedAt = undefined;
    this.isRenewing = false;
    this.isProbing = false;
    this.all('stale');
    this.waits?.();
    this.isAskedToWait = askedMs !== undefined;
    this.waits = this.platform.after(pauseBefore(Math.min(this.attempt++, MOST_DOUBLED), askedMs), () => this.reopen());
  }

  private reopen(): void {
    this.waits?.();
    this.waits = undefined;
    void this.open();
  }

  /** A connection may be dead without a sign of it, and a pause may be for a network that is back. */
  private wake(): void {
    if (this.ended || this.isProbing || (this.waits && this.isAskedToWait)) return;
    if (this.waits) return void this.reopen();
    if (!this.socket?.connected) return;
    const { round } = this;
    this.isProbing = true;
    const cancel = this.platform.after(PROBE_MS, () => {
      if (round !== this.round || this.ended) return;
      // The socket emits `disconnect` at once, although the other side hears nothing.
      this.attempt = 0;
      this.socket?.disconnect();
      if (round === this.round) this.lost();
    });
    this.ask('PING', {}, () => {
      cancel();
      this.isProbing = false;
    });
  }

  /** The answer of a connection that was lost never comes. */
  private ask(event: string, body: object, answered: (answer: Acknowledged) => void): void {
    const { round } = this;
    if (!this.socket?.connected) return;
    this.socket.emit(event, body, (answer) => {
      if (round === this.round && !this.ended) answered(answer);
    });
  }

  private all(state: 'stale' | 'renewing'): void {
    for (const listener of [...this.live.keys()]) {
      this.live.set(listener, false);
      // A listener that was never live is still connecting.
      if (listener.status.state !== 'connecting') listener.is(state);
    }
  }

  private fail(error: unknown): void {
    for (const listener of [...this.live.keys()]) listener.fail(error);
  }

  private end(): void {
    this.ended = true;
    this.waits?.();
    this.endWatch();
    this.onEnd();
    this.socket?.disconnect();
  }
}
