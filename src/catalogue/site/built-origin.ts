/**
 * Origin of all absolute links and samples in the files of the built site. The service replaces it by `PUBLIC_URL` when
 * it sends them, so that another port or host needs no new build.
 */
export const BUILT_ORIGIN = 'http://127.0.0.1:3000';

/** Address of the socket in the built files, as AsyncAPI splits it. */
export const BUILT_SOCKET = { host: '127.0.0.1:3000', protocol: 'ws' } as const;
