const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * UUID version 7 (RFC 9562 5.7) of a moment and ten bytes. The bytes are random, or a digest if the same request must
 * give the same id again.
 */
export function uuid7(ms: number, random: Uint8Array): string {
  const time = ms.toString(16).padStart(12, '0');
  const byte = (i: number) => HEX[random[i] ?? 0];
  const versioned = HEX[0x70 | ((random[0] ?? 0) & 0x0f)];
  const variant = HEX[0x80 | ((random[2] ?? 0) & 0x3f)];
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-${versioned}${byte(1)}-${variant}${byte(3)}-` +
    `${byte(4)}${byte(5)}${byte(6)}${byte(7)}${byte(8)}${byte(9)}`
  );
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids a caller may choose (specification 5, the wider reading). */
export const CHOSEN_ID = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
