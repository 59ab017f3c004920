import type { FieldErrorCode } from '../../catalogue/error-texts/field-errors.js';
import { token } from '../../kernel/token.js';

export interface Outgoing {
  /** The tenant that named the URL, in whose turn its host is looked up. Left out: the operator. */
  readonly tenantId?: string;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** From the look-up of the name to the last byte. */
  readonly timeoutMs: number;
  /** Bytes of the answer's body that are read. */
  readonly maxBytes: number;
  /** Status and headers are enough: a body that breaks off, stalls or is malformed after them does not fail the call. */
  readonly statusOnly?: true;
  /** Sent over a connection of its own and never again, so that a lost answer is not taken for a lost request. */
  readonly once?: true;
}

export interface Incoming {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isCut: boolean;
  readonly durationMs: number;
}

/**
 * The only facts that a failure reveals: neither the address nor the response. An address that is not allowed is
 * `refused`.
 */
export const OUTGOING_FAULTS = ['timeout', 'refused', 'dns_failed', 'tls_failed', 'reset', 'too_long'] as const;
export type OutgoingFault = (typeof OUTGOING_FAULTS)[number];

export class OutgoingFailure extends Error {
  constructor(
    readonly fault: OutgoingFault,
    readonly durationMs: number,
  ) {
    super(fault);
  }
}

/** Calls to addresses that tenants name: looked up, checked and connected as checked. Redirects are answers like others. */
export interface OutboundHttp {
  /** @throws OutgoingFailure */
  send(request: Outgoing): Promise<Incoming>;
  /** Error of an address before it is saved. A name that does not resolve now is accepted. */
  checkAddress(url: string, tenantId: string): Promise<FieldErrorCode | undefined>;
  close(): Promise<void>;
}

export const OUTBOUND_HTTP = token<OutboundHttp>('OutboundHttp');
