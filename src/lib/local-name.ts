const LOCAL = /(^|\.)localhost\.?$/i;

/** Whether a name is that of this machine (RFC 6761). */
export const isLocalName = (name: string): boolean => LOCAL.test(name);

export const LOCAL_ADDRESSES: readonly string[] = ['127.0.0.1', '::1'];
