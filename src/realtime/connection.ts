import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import type { Caller } from '../kernel/caller.js';
import type { Position } from '../kernel/event.js';
import type { Instant } from '../kernel/instant.js';
import type { Credentials } from '../ports/authenticator.js';
import { type ClientFrame, clientFrames, frameFor } from '../public-events/client-frames.js';
import type { Frame } from '../public-events/frame.js';
import type { PublishedEvent } from '../public-events/published-event.js';
import { type Address, addressOf, clientRoomOf, conversationAt, EVERY, roomOf } from './address.js';
import { bufferedBytes } from './buffered-bytes.js';

/** Frames that are held back at most. */
const HELD_FRAMES = 10_000;
/** With so much unsent, a connection is congested … */
const CONGESTED_BYTES = 256 * 1024;
/** … until no more than this is unsent. */
const DRAINED_BYTES = 64 * 1024;
const PAUSE_MS = 25;
/** A receiver that does not drain for so long is disconnected. */
const PATIENCE_MS = 30_000;
const FRAMES_AT_ONCE = 64;

/** A frame of the message shows it as deleted. */
const withDeletion = (frame: ClientFrame<Frame>, deleted: Frame['message']): ClientFrame<Frame> =>
  deleted && frame.message?.id === deleted.id ? { ...frame, message: deleted } : frame;

/** One socket, its caller and its subscriptions. Kept small, since there are many. */
export class Connection {
  /** By address: the position after which every frame is sent. */
  readonly subscriptions = new Map<Address, Position>();
  /** Time at which its token expired. Until another token arrives, SUBSCRIBE is refused. */
  endedAt: Instant | undefined;
  /** Requests that are handled one after the other. */
  work: Promise<void> | undefined;
  waiting = 0;
  private held: ClientFrame<Frame>[] | undefined;
  private overflown = false;

  constructor(
    readonly socket: Socket,
    public caller: Caller,
    public credentials: Credentials,
    readonly language: 'en' | 'de',
  ) {}

  get isOpen(): boolean {
    return this.socket.connected;
  }

  get isClient(): boolean {
    return this.caller.role === 'CLIENT_PARTICIPANT';
  }

  /** The frame of an event as the caller is shown it; undefined when it is sent none. */
  shown(published: PublishedEvent, frame: Frame): ClientFrame<Frame> | undefined {
    return this.isClient ? frameFor(clientFrames(published, frame), this.caller.id) : frame;
  }

  /** Sends the frame of an event as the caller is shown it. */
  tell(published: PublishedEvent, frame: Frame): void {
    const shown = this.shown(published, frame);
    if (shown) this.send(shown);
  }

  send(frame: ClientFrame<Frame>): void {
    this.socket.emit(frame.type, frame);
  }

  /** Every later frame of the address is sent. */
  listen(address: Address, since: Position): void {
    this.subscriptions.set(address, since);
    if (!this.held) this.join(address);
  }

  unlisten(address: Address): void {
    this.subscriptions.delete(address);
    this.leave(address);
  }

  isSubscribed(tenantId: string, conversationId: string): boolean {
    if (tenantId !== this.caller.tenantId) return false;
    return this.subscriptions.has(EVERY) || this.subscriptions.has(addressOf(conversationId));
  }

  /** Whether a subscription to another address brings the conversation's frame at that position. */
  hasElsewhere(address: Address, conversationId: string, position: Position): boolean {
    const other = address === EVERY ? addressOf(conversationId) : EVERY;
    const since = this.subscriptions.get(other);
    return since !== undefined && since < position;
  }

  /** Frames are held back, in order, until `release`. */
  hold(): void {
    for (const address of this.subscriptions.keys()) this.leave(address);
    this.held = [];
    this.overflown = false;
  }

  buffer(frame: ClientFrame<Frame>): void {
    if (!this.held || this.overflown) return;
    this.overflown = this.held.length >= HELD_FRAMES;
    if (this.overflown) this.held = [];
    else this.held.push(frame);
    if (frame.message?.deleted_at) this.held = this.held.map((each) => withDeletion(each, frame.message));
  }

  /** Sends the frames held back; later ones are sent as they come. True when there were too many and all are dropped. */
  async release(): Promise<boolean> {
    while (this.held && this.held.length > FRAMES_AT_ONCE) {
      if (this.isCongested) await this.drained();
      if (!this.isOpen) break;
      this.sendHeld(FRAMES_AT_ONCE);
    }
    this.sendHeld(HELD_FRAMES);
    this.held = undefined;
    for (const address of this.subscriptions.keys()) this.join(address);
    return this.overflown;
  }

  /** Too much was written to the connection and is not sent yet. */
  get isCongested(): boolean {
    return bufferedBytes(this.socket.conn) > CONGESTED_BYTES;
  }

  /** Kept when most is sent, the connection is closed, or `withinMs` is over. A receiver that is stuck is disconnected. */
  async drained(withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    for (let waited = 0; this.isOpen && waited < withinMs; waited += PAUSE_MS) {
      if (bufferedBytes(this.socket.conn) <= DRAINED_BYTES) return;
      if (waited > PATIENCE_MS) this.drop();
      await pause(PAUSE_MS);
    }
  }

  /** The receiver does not keep up: frames that are not sent yet are lost with the connection. */
  drop(): void {
    this.socket.conn.close(true);
  }

  private sendHeld(most: number): void {
    for (const frame of this.held?.splice(0, most) ?? []) {
      if (this.isSubscribed(this.caller.tenantId, frame.conversation_id)) this.send(frame);
    }
  }

  private join(address: Address): void {
    for (const room of this.roomsOf(address)) void this.socket.join(room);
  }

  private leave(address: Address): void {
    for (const room of this.roomsOf(address)) void this.socket.leave(room);
  }

  private roomsOf(address: Address): string[] {
    const conversationId = conversationAt(address);
    const { tenantId, id } = this.caller;
    if (!this.isClient || conversationId === undefined) return [roomOf(tenantId, address)];
    return [clientRoomOf(tenantId, conversationId), clientRoomOf(tenantId, conversationId, id)];
  }
}
