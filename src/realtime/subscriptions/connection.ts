import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import type { TenantBudget } from '../../fairness/tenant-budget.js';
import { may } from '../../kernel/access.js';
import type { Caller } from '../../kernel/caller.js';
import type { Position } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import { sizeOf } from '../../lib/size-of.js';
import type { Credentials } from '../../ports/identity/authenticator.js';
import { type ClientFrame, clientFrames, frameFor } from '../../public-events/frames/client-frames.js';
import type { Frame } from '../../public-events/frames/frame.js';
import type { PublishedEvent } from '../../public-events/published/published-event.js';
import { HeldFrames, heldBytes } from '../replay/held-frames.js';
import { type Address, addressOf, clientRoomOf, conversationAt, EVERY, roomOf } from './address.js';
import { bufferedBytes } from './buffered-bytes.js';

/** With this many bytes unsent, a connection is congested … */
const CONGESTED_BYTES = 256 * 1024;
/** … until no more than this is unsent. */
const DRAINED_BYTES = 64 * 1024;
const PAUSE_MS = 25;
/** A receiver that does not drain for this long is disconnected. */
const PATIENCE_MS = 30_000;
const FRAMES_AT_ONCE = 64;

/** One socket, its caller and its subscriptions. Kept small, since there are many. */
export class Connection {
  /** By address: the position after which every frame is sent. */
  readonly subscriptions = new Map<Address, Position>();
  /** Time at which its token expired. Until another token arrives, SUBSCRIBE is refused. */
  endedAt: Instant | undefined;
  /** Requests that are handled one after the other. */
  work: Promise<void> | undefined;
  waiting = 0;
  private held: HeldFrames | undefined;

  constructor(
    readonly socket: Socket,
    public caller: Caller,
    public credentials: Credentials,
    readonly language: 'en' | 'de',
  ) {}

  get isOpen(): boolean {
    return this.socket.connected;
  }

  get seesWhole(): boolean {
    return may(this.caller, 'conversation.see-whole');
  }

  /** The frame of an event as the caller is shown it; undefined when it is sent none. `usersName` as `clientFrames` takes it. */
  shown(published: PublishedEvent, frame: Frame, usersName?: string): ClientFrame<Frame> | undefined {
    return this.seesWhole ? frame : frameFor(clientFrames(published, frame, usersName), this.caller.id);
  }

  /** Sends the frame of an event as the caller is shown it. */
  sendShown(published: PublishedEvent, frame: Frame, usersName?: string): void {
    const shown = this.shown(published, frame, usersName);
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

  /** Frames are held back, in order, until `release`, within the bytes of `budget`. */
  hold(budget: TenantBudget = heldBytes()): void {
    for (const address of this.subscriptions.keys()) this.leave(address);
    this.held?.drop();
    this.held = new HeldFrames(budget.open(this.caller.tenantId));
  }

  /** `bytes`: those of the frame in memory. */
  buffer(frame: ClientFrame<Frame>, bytes: number = sizeOf(frame)): void {
    this.held?.add(frame, bytes);
  }

  /** Sends the frames held back; later ones are sent as they come. True when there were too many and all are dropped. */
  async release(): Promise<boolean> {
    const { held } = this;
    while (held && held.size > FRAMES_AT_ONCE) {
      if (this.isCongested) await this.drained();
      if (!this.isOpen) break;
      this.sendHeld(held, FRAMES_AT_ONCE);
    }
    if (held) this.sendHeld(held, held.size);
    this.held = undefined;
    for (const address of this.subscriptions.keys()) this.join(address);
    return held?.isOverflown ?? false;
  }

  /** The connection is closed: nothing that was held back is sent. */
  forget(): void {
    this.held?.drop();
  }

  /** Too much was written to the connection and is not sent yet. */
  get isCongested(): boolean {
    return bufferedBytes(this.socket.conn) > CONGESTED_BYTES;
  }

  /**
   * Resolves when most is sent, the connection is closed, or `withinMs` is over. A receiver that is stuck is
   * disconnected.
   */
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

  private sendHeld(held: HeldFrames, most: number): void {
    for (const frame of held.take(most)) {
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
    if (this.seesWhole || conversationId === undefined) return [roomOf(tenantId, address)];
    return [clientRoomOf(tenantId, conversationId), clientRoomOf(tenantId, conversationId, id)];
  }
}
