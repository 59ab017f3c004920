const BRACKETS = /^\[(.+)\](?::\d{1,5})?$/;
const IPV4_PORT = /^([\d.]+):\d{1,5}$/;

/** The address of `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1` or `[2001:db8::1]:53`. */
export const withoutPort = (address: string): string => BRACKETS.exec(address)?.[1] ?? address.replace(IPV4_PORT, '$1');
