import { Body, type PipeTransform, Query, type Type } from '@nestjs/common';
import type { FieldErrorCode } from '../../catalogue/error-texts/field-errors.js';
import { FieldErrors, memberPath, Rejection } from '../../kernel/rejection.js';
import { type FieldShape, fieldsOf } from './field-shape.js';
import { type FailedField, failingFields } from './fields.js';

type Plain = Readonly<Record<string, unknown>>;

/** The body as a checked instance of `dto`. @throws Rejection that names every fault */
export function checkedBody<T extends object>(dto: Type<T>, body: unknown): T {
  const found = new FieldErrors();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const code = body === undefined ? 'errors.field.required' : 'errors.field.type';
    throw new Rejection('errors.validation.failed', [{ path: '', code, details: { type: 'object' } }]);
  }
  return checked(instance(dto, body as Plain, '', found), found);
}

/** The query likewise; its texts become what their fields are. */
function checkedQuery<T extends object>(dto: Type<T>, query: Plain): T {
  const found = new FieldErrors();
  const fields = fieldsOf(dto);
  const read = Object.create(null) as Record<string, unknown>;
  for (const [name, given] of Object.entries(query)) {
    const shape = fields.get(name);
    read[name] = shape ? parsed(given, shape, name, found) : given;
  }
  return checked(instance(dto, read, '', found), found);
}

function checked<T extends object>(made: T, found: FieldErrors): T {
  const named = new Set(found.list.map(({ path }) => path));
  for (const error of failingFields(made)) collect(error, '', found, named);
  found.throwIfAny();
  return made;
}

function instance<T extends object>(dto: Type<T>, plain: Plain, path: string, found: FieldErrors): T {
  const fields = fieldsOf(dto);
  const made = Object.create(dto.prototype) as Record<string, unknown>;
  for (const key of Object.keys(plain)) {
    const shape = fields.get(key);
    const value = plain[key];
    if (!shape) found.add(memberPath(path, key), 'errors.field.unknown');
    else if (value === null && !shape.clearable) found.add(memberPath(path, key), 'errors.field.null');
    else if (shape.kept) made[key] = keptOf(shape.kept, value);
    else if (!shape.inner || !shape.holds(value)) made[key] = value;
    else made[key] = nested(shape.inner as Type<object>, value, memberPath(path, key), found);
  }
  return made as T;
}

function keptOf(kept: NonNullable<FieldShape['kept']>, value: unknown): unknown {
  if (typeof value === 'string') return kept(value);
  return Array.isArray(value) ? value.map((each) => (typeof each === 'string' ? kept(each) : each)) : value;
}

function nested(dto: Type<object>, value: unknown, path: string, found: FieldErrors): unknown {
  if (Array.isArray(value)) return value.map((each, i) => nested(dto, each, memberPath(path, i), found));
  return typeof value === 'object' && value !== null ? instance(dto, value as Plain, path, found) : value;
}

function collect(error: FailedField, parent: string, found: FieldErrors, named: Set<string>): void {
  const path = memberPath(parent, error.property);
  for (const child of error.children ?? []) if (!found.isFull) collect(child, path, found, named);
  const failed = Object.keys(error.constraints ?? {})[0];
  if (failed === undefined || named.has(path)) return;
  const context = error.contexts?.[failed] as { code: FieldErrorCode; details?: Plain } | undefined;
  if (!context) throw new Error(`The failed check of ${path} has no error code.`);
  const { code, details } = context;
  if (error.value === undefined) found.add(path, 'errors.field.required');
  else found.add(path, code, details);
}

/** A query parameter as the type of its field. A text of another type stays: the check of the field refuses it. */
function parsed(given: unknown, { kind }: FieldShape, path: string, found: FieldErrors): unknown {
  if (kind === 'list') {
    const parts = (Array.isArray(given) ? given : [given]).flatMap((text: string) => text.split(','));
    if (parts.includes('')) found.add(path, 'errors.field.empty');
    return parts;
  }
  if (kind === 'texts') return Array.isArray(given) ? given : [given];
  if (Array.isArray(given)) {
    found.add(path, 'errors.field.repeated');
    return given[0];
  }
  if (given === '') found.add(path, 'errors.field.empty');
  if (kind === 'integer') return /^-?\d{1,15}$/.test(given as string) ? Number(given) : given;
  if (kind === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(given as string) ? Number(given) : given;
  if (kind === 'boolean') return given === 'true' ? true : given === 'false' ? false : given;
  return given;
}

const pipe = <T extends object>(dto: Type<T>, check: (dto: Type<T>, value: never) => T): PipeTransform => ({
  transform: (value) => check(dto, value as never),
});

/** The body, checked. Names its DTO, since no type metadata is emitted. */
export const Payload = <T extends object>(dto: Type<T>): ParameterDecorator => Body(pipe(dto, checkedBody));

export const QueryPayload = <T extends object>(dto: Type<T>): ParameterDecorator => Query(pipe(dto, checkedQuery));
