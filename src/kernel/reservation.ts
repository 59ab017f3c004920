import type { RejectionCode } from '../catalogue/errors/rejections.js';
import { command } from './command.js';
import { type Decider, decideBy } from './decider.js';
import type { Event, EventTypes } from './event.js';
import { type Instant, MINUTE, plus } from './instant.js';
import { rejectAt } from './rejection.js';

/** A holder that is not created within this time loses its claim to the next request. */
const GRACE_MS = MINUTE;

/** Whether the holder may still come into being. */
export const isInGrace = ({ since }: Reservation, now: Instant): boolean =>
  since !== undefined && plus(since, GRACE_MS) > now;

/** The error for a request that finds the name taken. */
export interface Refusal {
  readonly code: RejectionCode;
  readonly path: string;
  /** The name as the response quotes it. Personal names are not quoted. */
  readonly value?: string;
}

/** @throws Rejection the refusal */
export const rejectTaken = ({ code, path, value }: Refusal): never =>
  rejectAt(path, 'errors.field.taken', value === undefined ? undefined : { value }, code);

interface Claim {
  readonly holder: string;
  readonly refusal: Refusal;
}

export class Reserve extends command('Reserve')<Claim> {}
/** From a holder that never came into being: the request that reserved for it broke off. */
export class TakeOver extends command('TakeOver')<Claim & { readonly from: string }> {}
export class Release extends command('Release')<{ readonly holder: string }> {}

export type ReservationCommand = Reserve | TakeOver | Release;
export type ReservationEvent =
  | Event<'Reserved', { readonly holder: string }>
  | Event<'Released', Record<string, never>>;

export const reservationEventTypes: EventTypes<ReservationEvent> = {
  Reserved: { version: 1, personal: [], subject: 'tenant' },
  Released: { version: 1, personal: [], subject: 'tenant' },
};

export interface Reservation {
  readonly holder?: string;
  readonly since?: Instant;
}

function take({ data }: Reserve | TakeOver, { holder }: Reservation, isFree: boolean): readonly ReservationEvent[] {
  if (holder === data.holder) return [];
  if (isFree) return [{ type: 'Reserved', data: { holder: data.holder } }];
  return rejectTaken(data.refusal);
}

const isAbandoned = ({ data, meta }: TakeOver, state: Reservation): boolean =>
  state.holder === data.from && state.since !== undefined && !isInGrace(state, meta.at);

/** One name that is unique within a tenant, or in the whole deployment (`NO_TENANT`). */
export const reservationDecider: Decider<ReservationCommand, Reservation, ReservationEvent> = {
  category: 'reservation',
  initial: {},
  decide: decideBy({
    Reserve: (command, state) => take(command, state, state.holder === undefined),
    TakeOver: (command, state) => take(command, state, state.holder === undefined || isAbandoned(command, state)),
    Release: ({ data }, { holder }) => (holder === data.holder ? [{ type: 'Released', data: {} }] : []),
  }),
  evolve: (_, { type, data, meta }) => (type === 'Reserved' ? { holder: data.holder, since: meta.at } : {}),
};
