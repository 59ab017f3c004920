import { isUtf8 } from 'node:buffer';
import { limits } from '../../catalogue/limits/limits.js';
import { type FieldError, Rejection } from '../../kernel/rejection.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

const malformed = (fault?: FieldError): never => {
  throw new Rejection('errors.body.malformed', fault ? [fault] : []);
};

/** How deep the containers of a JSON text go, found without recursion and before anything is built. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (OPENING.has(byte)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(byte)) depth--;
  }
  return deepest;
}

/**
 * A JSON body in UTF-8, at most 64 containers deep, without what no store keeps: NUL, lone surrogates, `__proto__`.
 * @throws Rejection 400 with the path
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length > limits.depth && depthOf(bytes) > limits.depth) {
    return malformed({ path: '', code: 'errors.field.too_deep' });
  }
  if (!isUtf8(bytes)) return malformed();
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return malformed();
  }
  const found: FieldError[] = [];
  inspect(value, '', found);
  if (found.length > 0) throw new Rejection('errors.validation.failed', found);
  return value;
}

export const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function inspect(value: unknown, path: string, found: FieldError[]): void {
  if (typeof value === 'string') {
    if (!storable(value)) found.push({ path, code: 'errors.field.characters' });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const list = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (!list && !storable(key)) found.push({ path, code: 'errors.field.characters' });
    else if (key === '__proto__') found.push({ path: at, code: 'errors.field.unknown' });
    else inspect((value as Record<string, unknown>)[key], at, found);
  }
}
