import ipaddr from 'ipaddr.js';

/** Half of an IPv6 address names the network of one subscriber. */
const NETWORK_GROUPS = 4;

/** The client by its address: IPv4 whole, IPv6 by its /64 network. Each spelling of an address is the same client. */
export function clientNetwork(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  return known.kind() === 'ipv4' ? known.toString() : known.toNormalizedString().split(':', NETWORK_GROUPS).join(':');
}
