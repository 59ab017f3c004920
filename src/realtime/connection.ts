import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import type { Caller } from '../kernel/caller.js';
import type { Position } from '../kernel/event.js';
import type { Instant } from '../kernel/instant.js';
import type { Credentials } from '../ports/authenticator.js';
import { toClientFrame } from '../public-events/client-view.js';
import type { Frame } from '../public-events/frame.js';
import { type Address, addressOf, clientRoomOf, conversationAt, EVERY, roomOf } from './address.js';
import { bufferedBytes } from './buffered-bytes.js';

/** Frames that wait for a line while it is sent what it missed. */
const HELD_FRAMES = 10_000;
/** Nothing more is written to a line that has so much before it, when it can wait. */
const WAIT_ABOVE_BYTES = 256 * 1024;
const PAUSE_MS = 25;
const PATIENCE_MS = 30_000;
const AT_ONCE = 64;

/** A frame of the message shows it as deleted. */
const withDeletion = (frame: Frame, deleted: Frame['message']): Frame =>
  deleted && frame.message?.id === deleted.id ? { ...frame, message: deleted } : frame;

/** One socket: who is on it, and what it listens to. Kept small, since there are many. */
export class Connection {
  /** By address: the position after which every frame of it was sent or will be. */
  readonly subscriptions = new Map<Address, Position>();
  /** When its token expired; nothing can be subscribed to until another is brought. */
  endedAt: Instant | undefined;
  /** Requests that are judged one after the other. */
  work: Promise<void> | undefined;
  waiting = 0;
  private held: Frame[] | undefined;
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

  send(frame: Frame): void {
    this.socket.emit(frame.type, this.isClient ? toClientFrame(frame) : frame);
  }

  /** From now on every frame of the address is sent. */
  listen(address: Address, since: Position): void {
    this.subscriptions.set(address, since);
    if (!this.held) void this.socket.join(this.roomOf(address));
  }

  unlisten(address: Address): void {
    this.subscriptions.delete(address);
    void this.socket.leave(this.roomOf(address));
  }

  isSubscribed(tenantId: string, conversationId: string): boolean {
    if (tenantId !== this.caller.tenantId) return false;
    return this.subscriptions.has(EVERY) || this.subscriptions.has(addressOf(conversationId));
  }

  /** Whether another address than this one brings the conversation's frame at that position. */
  hasElsewhere(address: Address, conversationId: string, position: Position): boolean {
    const other = address === EVERY ? addressOf(conversationId) : EVERY;
    const since = this.subscriptions.get(other);
    return since !== undefined && since < position;
  }

  /** Frames are held back, in their order, until what was missed has been sent. */
  hold(): void {
    for (const address of this.subscriptions.keys()) void this.socket.leave(this.roomOf(address));
    this.held = [];
    this.overflown = false;
  }

  buffer(frame: Frame): void {
    if (!this.held || this.overflown) return;
    this.overflown = this.held.length >= HELD_FRAMES;
    if (this.overflown) this.held = [];
    else this.held.push(frame);
    if (frame.message?.deleted_at) this.held = this.held.map((each) => withDeletion(each, frame.message));
  }

  /** Sends what was held back, then frames go out as they come. True when too many came and none of them is sent. */
  async release(): Promise<boolean> {
    while (this.held && this.held.length > AT_ONCE && (await this.isDrained())) this.sendHeld(AT_ONCE);
    this.sendHeld(HELD_FRAMES);
    this.held = undefined;
    for (const address of this.subscriptions.keys()) void this.socket.join(this.roomOf(address));
    return this.overflown;
  }

  /** Waits until the receiver has taken most of what was written; false when it is gone. */
  async isDrained(): Promise<boolean> {
    for (let waited = 0; bufferedBytes(this.socket.conn) > WAIT_ABOVE_BYTES; waited += PAUSE_MS) {
      if (!this.isOpen) return false;
      if (waited > PATIENCE_MS) this.drop();
      await pause(PAUSE_MS);
    }
    return this.isOpen;
  }

  /** It can't keep up: what waits to be written is thrown away with it. */
  drop(): void {
    this.socket.conn.close(true);
  }

  private sendHeld(most: number): void {
    for (const frame of this.held?.splice(0, most) ?? []) {
      if (this.isSubscribed(this.caller.tenantId, frame.conversation_id)) this.send(frame);
    }
  }

  private roomOf(address: Address): string {
    const conversationId = conversationAt(address);
    const { tenantId } = this.caller;
    return this.isClient && conversationId !== undefined
      ? clientRoomOf(tenantId, conversationId)
      : roomOf(tenantId, address);
  }
}
