import { BlockList, isIP } from 'node:net';

/** Private, loopback, link-local, metadata, documentation, translated and other ranges without public services. */
export const BLOCKED_RANGES = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure answers on it as 169.254.169.254 does elsewhere.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @throws Error when a range is none */
function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, bits === undefined ? (isIP(address) === 6 ? 128 : 32) : Number(bits), familyOf(address));
  }
  return list;
}

/**
 * Whether an address may be connected to. Addresses in `denied` never are, others in `allowed` always. A mapped address
 * counts as the address that it maps.
 */
export function permitting(allowed: readonly string[], denied: readonly string[]): (address: string) => boolean {
  const open = listOf(allowed);
  const closed = listOf(denied);
  const shut = listOf(BLOCKED_RANGES);
  return (address) => {
    if (isIP(address) === 0) return false;
    const family = familyOf(address);
    return !closed.check(address, family) && (open.check(address, family) || !shut.check(address, family));
  };
}
