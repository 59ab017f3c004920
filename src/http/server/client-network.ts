import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { withoutPort } from '../../lib/without-port.js';

const FORWARDED_FOR = 'x-forwarded-for';
/** Half of an IPv6 address names the network of one subscriber. */
const NETWORK_GROUPS = 4;

/** The client by its address: IPv4 whole, IPv6 by its /64 network. Each spelling of an address is the same client. */
export function clientNetwork(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  return known.kind() === 'ipv4' ? known.toString() : known.toNormalizedString().split(':', NETWORK_GROUPS).join(':');
}

/**
 * Leaves the addresses of `X-Forwarded-For` without their ports, and drops other texts. Some proxies append the port, so
 * that each connection would be another client.
 */
export function tidyForwarded({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const given = headers[FORWARDED_FOR];
  if (given === undefined) return;
  const addresses = String(given)
    .split(',')
    .map((each) => withoutPort(each.trim()))
    .filter((each) => ipaddr.isValid(each));
  headers[FORWARDED_FOR] = addresses.join(', ');
}

/** Whether a proxy passed the request on whose addresses are not believed. `ip`: the client as it counts. */
export const isThroughUntrusted = ({ headers, socket }: IncomingMessage, ip: string): boolean =>
  (headers[FORWARDED_FOR] !== undefined || headers.forwarded !== undefined) && ip === socket.remoteAddress;
