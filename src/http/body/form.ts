import { Body, type Type } from '@nestjs/common';
import { FieldErrors, Rejection } from '../../kernel/rejection.js';
import { storable } from '../../lib/storable.js';
import { fieldsOf } from '../fields/field-shape.js';
import { checkedBody } from '../fields/payload.js';

/** More fields than any form has, so the first fields of a longer form are enough to refuse it. */
const MOST_FIELDS = 1_000;

/** The first fields of a form, at most 1,000. */
export const formFields = (text: string): URLSearchParams =>
  new URLSearchParams(text.replace(/&+/g, '&').replace(/^&/, '').split('&', MOST_FIELDS).join('&'));

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The known fields of a form. Others are ignored, and one without a value counts as absent (RFC 6749 3.2). */
function fieldsIn(body: unknown, known: ReadonlyMap<string, unknown>): Readonly<Record<string, string>> {
  if (!Buffer.isBuffer(body)) return {};
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new Rejection('errors.body.malformed');
  }
  const found = new FieldErrors();
  const read = new Map<string, string>();
  for (const [name, value] of formFields(text)) {
    if (!known.has(name)) continue;
    if (read.has(name)) found.add(name, 'errors.field.repeated');
    else if (!storable(value)) found.add(name, 'errors.field.characters');
    read.set(name, value);
  }
  found.throwIfAny();
  return Object.fromEntries([...read].filter(([, value]) => value !== ''));
}

/** A form, checked as a body is. */
export const FormPayload = <T extends object>(dto: Type<T>): ParameterDecorator =>
  Body({ transform: (body: unknown) => checkedBody(dto, fieldsIn(body, fieldsOf(dto))) });
