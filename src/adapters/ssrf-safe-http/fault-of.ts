import type { OutgoingFault } from '../../ports/delivery/outbound-http.js';

/** The name could not be resolved, or resolves to nothing. */
export class UnresolvedName extends Error {}

const CODES: Readonly<Record<string, OutgoingFault>> = {
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'too_long',
};
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO$)/;
const MALFORMED = /^HPE_/;

/**
 * The kind of failure of an error. A blocked address looks like one that refuses, so that nothing about the internal
 * network leaks.
 */
export function faultOf(error: unknown): OutgoingFault {
  if (error instanceof UnresolvedName) return 'dns_failed';
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? '');
  if (TLS.test(code)) return 'tls_failed';
  return CODES[code] ?? (MALFORMED.test(code) ? 'reset' : 'refused');
}
