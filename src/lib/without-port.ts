/** The address of `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1` or `[2001:db8::1]:53`. */
export const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d{1,5})?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d{1,5}$/, '$1');
