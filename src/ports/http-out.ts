import type { FaultCode } from '../kernel/faults.js';

export interface Outgoing {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the look-up of the name to the last byte. */
  readonly timeoutMs: number;
  /** Of the answer's body; a longer one is a failure. */
  readonly maxBytes: number;
}

export interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly durationMs: number;
}

/** All that is told of a failure: not the address, not the port's state, nothing of what answered there. */
export const outgoingFaults = ['address_refused', 'unreachable', 'timeout', 'answer_too_large'] as const;
export type OutgoingFault = (typeof outgoingFaults)[number];

export class OutgoingFailure extends Error {
  constructor(
    readonly fault: OutgoingFault,
    readonly durationMs: number,
  ) {
    super(fault);
  }
}

/** Calls to addresses that tenants name: looked up, checked and connected as checked. Redirects are answers like others. */
export interface HttpOut {
  /** @throws OutgoingFailure */
  send(request: Outgoing): Promise<Incoming>;
  /** What is wrong with an address someone wants to save; a name that cannot be looked up now is let pass. */
  checkAddress(url: string): Promise<FaultCode | undefined>;
  close(): Promise<void>;
}

export const HTTP_OUT = Symbol('HttpOut');
