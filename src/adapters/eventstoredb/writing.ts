import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AppendResult,
  ErrorType,
  type KurrentDBClient,
  WrongExpectedVersionError,
} from '@kurrent/kurrentdb-client';
import { AppendTooLarge, type NewStored, WrongVersion } from '../../ports/stores/event-store.js';
import type { Connection } from './connection.js';
import { isGivenUp, isOfType, isTooLarge, PATIENCE, Silence, unavailable, within } from './failures.js';
import { type Namespace, toEventData } from './reading/records.js';

/**
 * Sent as a moment of this machine's clock, so it must exceed any difference from the server's clock. The server
 * applies its own limit (2 s), and this client its own deadline.
 */
const SERVER_DEADLINE_MS = 600_000;
const ELECTION_PAUSE_MS = 50;

/**
 * Appends at exactly this version, so the server recognises the same append when it is sent again. An append may get no
 * response if its connection breaks. It is then sent again on a new connection before the deadline.
 * @throws WrongVersion, AppendTooLarge, StoreUnavailable (also when it is unknown whether the append was stored)
 */
export async function write(
  connection: Connection,
  deadlineMs: number,
  { prefix }: Namespace,
  stream: string,
  expected: number,
  events: readonly NewStored[],
): Promise<AppendResult> {
  const until = performance.now() + deadlineMs;
  const data = events.map(toEventData);
  const send = (client: KurrentDBClient) =>
    client.appendToStream(prefix + stream, data, {
      streamState: expected === 0 ? 'no_stream' : BigInt(expected - 1),
      requiresLeader: true,
      deadline: SERVER_DEADLINE_MS,
    });

  for (;;) {
    const client = connection.client();
    const left = until - performance.now();
    try {
      return await within(Math.min(left, deadlineMs * PATIENCE), send(client));
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) throw wrongVersion(stream, expected, error);
      if (isTooLarge(error)) throw new AppendTooLarge(stream, events.length);
      if (isGivenUp(error) && performance.now() < until) continue;
      if (!isOfType(error, ErrorType.ACCESS_DENIED)) connection.renew(client, error);
      const hasTime = until - performance.now() > ELECTION_PAUSE_MS;
      if (error instanceof Silence && hasTime) continue;
      if (isOfType(error, ErrorType.NOT_LEADER) && hasTime) {
        await sleep(ELECTION_PAUSE_MS);
        continue;
      }
      throw unavailable(`Appending to ${stream}`, error);
    }
  }
}

const wrongVersion = (stream: string, expected: number, { actualState }: WrongExpectedVersionError) =>
  new WrongVersion(stream, expected, typeof actualState === 'bigint' ? Number(actualState) + 1 : 0);
