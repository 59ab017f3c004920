/**
 * Random bytes in hex: an idempotency key or an id that nobody can guess. `crypto.randomUUID` is missing in pages that
 * are not served over https.
 */
export const randomKey = (bytes = 16): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
