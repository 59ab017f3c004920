// Imports nothing, so that the processes for large values can load it from source.
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const [MINUS, ZERO, NINE, PLUS, POINT, E, E_SMALL] = [0x2d, 0x30, 0x39, 0x2b, 0x2e, 0x45, 0x65];

/** A number without an exponent is kept where it has at most as many characters before the point, and altogether. */
const SURELY_KEPT = { whole: 15, all: 300 };

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;

export const beginsNumber = (byte: number): boolean => byte === MINUS || isDigit(byte);

/** Where the number ends that begins `at`. */
export function endOfNumber(bytes: Uint8Array, at: number): number {
  let i = at + 1;
  for (let byte = bytes[i]; isDigit(byte) || isMark(byte); byte = bytes[i]) i++;
  return i;
}

const isMark = (byte: number | undefined): boolean =>
  byte === POINT || byte === E || byte === E_SMALL || byte === PLUS || byte === MINUS;

interface Decimal {
  readonly sign: string;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

function decimalOf(text: string): Decimal | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return { sign, digits, exponent: Number(exponent) - fraction.length + all.length - digits.length };
}

/**
 * Whether a double keeps the number of a JSON text. It is neither too large nor too small, and an integer stays the same.
 * The parser judges any other text.
 */
export function isKept(text: string): boolean {
  const decimal = decimalOf(text);
  if (!decimal || decimal.digits === '') return true;
  const value = Number(text);
  if (!Number.isFinite(value) || value === 0) return false;
  const { sign, digits, exponent } = decimal;
  if (exponent < 0 || Number.isSafeInteger(value)) return true;
  const written = decimalOf(String(value));
  if (written?.digits === digits && written.exponent === exponent) return true;
  return BigInt(`${sign}${digits}${'0'.repeat(exponent)}`) === BigInt(value);
}

/** The same of the number between two bytes. */
export function isKeptAt(bytes: Buffer, from: number, to: number): boolean {
  return isSurelyKept(bytes, from, to) || isKept(bytes.toString('latin1', from, to));
}

function isSurelyKept(bytes: Uint8Array, from: number, to: number): boolean {
  let point = to;
  for (let i = from; i < to; i++) {
    if (bytes[i] === E || bytes[i] === E_SMALL) return false;
    if (bytes[i] === POINT) point = i;
  }
  return point - from <= SURELY_KEPT.whole && to - from <= SURELY_KEPT.all;
}

/** Where the text ends that begins at the quote `at`: its last quote. */
export function endOfText(bytes: Uint8Array, at: number): number {
  let i = at + 1;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** Whether a double keeps every number of the JSON. */
export function keepsNumbers(bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) i = endOfText(bytes, i);
    else if (beginsNumber(byte)) {
      const end = endOfNumber(bytes, i);
      if (!isKeptAt(bytes, i, end)) return false;
      i = end - 1;
    }
  }
  return true;
}

/** In an open container: the index in a list, the name of the last member in an object. */
interface Place {
  at: string | number;
}

/** The paths of the first numbers that no double keeps, of JSON that was parsed before. */
export function changedNumbers(bytes: Buffer, most: number): readonly (readonly (string | number)[])[] {
  const found: (readonly (string | number)[])[] = [];
  const places: Place[] = [];
  let text: readonly [from: number, to: number] = [0, 0];
  for (let i = 0; i < bytes.length && found.length < most; i++) {
    const byte = bytes[i] as number;
    const last = places.at(-1);
    if (byte === QUOTE) {
      const end = endOfText(bytes, i);
      text = [i, end + 1];
      i = end;
    } else if (beginsNumber(byte)) {
      const end = endOfNumber(bytes, i);
      if (!isKeptAt(bytes, i, end)) found.push(places.map(({ at }) => at));
      i = end - 1;
    } else if (byte === COLON && last) last.at = JSON.parse(bytes.toString('utf8', ...text)) as string;
    else if (byte === COMMA && typeof last?.at === 'number') last.at++;
    else if (byte === LIST || byte === OBJECT) places.push({ at: byte === LIST ? 0 : '' });
    else if (byte === LIST_END || byte === OBJECT_END) places.pop();
  }
  return found;
}
