import { Body, type PipeTransform, Query, type Type } from '@nestjs/common';
import type { FieldErrorCode } from '../../catalogue/errors/field-errors.js';
import { type FieldError, Rejection } from '../../kernel/rejection.js';
import { type FieldShape, fieldsOf } from './field-shape.js';
import { type FailedField, failingFields } from './fields.js';

type Plain = Readonly<Record<string, unknown>>;

const at = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`);

/** The body as an instance of `dto`, whole and checked, or a Rejection that tells every fault. */
export function checkedBody<T extends object>(dto: Type<T>, body: unknown): T {
  const found: FieldError[] = [];
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const code = body === undefined ? 'errors.field.required' : 'errors.field.type';
    throw new Rejection('errors.validation.failed', [{ path: '', code, details: { type: 'object' } }]);
  }
  return checked(instance(dto, body as Plain, '', found), found);
}

/** The query likewise; its texts become what their fields are. */
export function checkedQuery<T extends object>(dto: Type<T>, query: Plain): T {
  const found: FieldError[] = [];
  const fields = fieldsOf(dto);
  const read = Object.create(null) as Record<string, unknown>;
  for (const [name, given] of Object.entries(query)) {
    const shape = fields.get(name);
    read[name] = shape ? parsed(given, shape, name, found) : given;
  }
  return checked(instance(dto, read, '', found), found);
}

function checked<T extends object>(made: T, found: FieldError[]): T {
  const told = new Set(found.map(({ path }) => path));
  for (const error of failingFields(made)) collect(error, '', found, told);
  if (found.length > 0) throw new Rejection('errors.validation.failed', found);
  return made;
}

function instance<T extends object>(dto: Type<T>, plain: Plain, path: string, found: FieldError[]): T {
  const fields = fieldsOf(dto);
  const made = Object.create(dto.prototype) as Record<string, unknown>;
  for (const key of Object.keys(plain)) {
    const shape = fields.get(key);
    const value = plain[key];
    if (!shape) found.push({ path: at(path, key), code: 'errors.field.unknown' });
    else if (value === null && !shape.clearable) found.push({ path: at(path, key), code: 'errors.field.null' });
    else made[key] = shape.inner ? nested(shape.inner as Type<object>, value, at(path, key), found) : value;
  }
  return made as T;
}

function nested(dto: Type<object>, value: unknown, path: string, found: FieldError[]): unknown {
  if (Array.isArray(value)) return value.map((each, i) => nested(dto, each, at(path, i), found));
  return typeof value === 'object' && value !== null ? instance(dto, value as Plain, path, found) : value;
}

function collect(error: FailedField, path: string, found: FieldError[], told: Set<string>): void {
  const ctx = at(path, error.property);
  for (const child of error.children ?? []) collect(child, ctx, found, told);
  const failed = Object.keys(error.constraints ?? {})[0];
  if (failed === undefined || told.has(ctx)) return;
  const context = error.contexts?.[failed] as { code: FieldErrorCode; details?: Plain } | undefined;
  if (!context) throw new Error(`The failed check of ${ctx} has no error code.`);
  const { code, details } = context;
  if (error.value === undefined) found.push({ path: ctx, code: 'errors.field.required' });
  else found.push({ path: ctx, code, ...(details ? { details } : {}) });
}

/** A query parameter's text as its field wants it; what it cannot be is left for the field's own check to say. */
function parsed(given: unknown, { kind }: FieldShape, path: string, found: FieldError[]): unknown {
  if (kind === 'list') {
    const parts = (Array.isArray(given) ? given : [given]).flatMap((text: string) => text.split(','));
    if (parts.includes('')) found.push({ path, code: 'errors.field.empty' });
    return parts;
  }
  if (Array.isArray(given)) {
    found.push({ path, code: 'errors.field.repeated' });
    return given[0];
  }
  if (given === '') found.push({ path, code: 'errors.field.empty' });
  if (kind === 'integer') return /^-?\d{1,15}$/.test(given as string) ? Number(given) : given;
  if (kind === 'boolean') return given === 'true' ? true : given === 'false' ? false : given;
  return given;
}

const pipe = <T extends object>(dto: Type<T>, check: (dto: Type<T>, value: never) => T): PipeTransform => ({
  transform: (value) => check(dto, value as never),
});

/** The body, checked. Names its DTO, since no type metadata is emitted. */
export const Payload = <T extends object>(dto: Type<T>): ParameterDecorator => Body(pipe(dto, checkedBody));

export const QueryPayload = <T extends object>(dto: Type<T>): ParameterDecorator => Query(pipe(dto, checkedQuery));
