import 'reflect-metadata';

export type Dto = abstract new () => object;

/** How a field is read: the type that a query's text is converted to, and the class of nested objects. */
export interface FieldShape {
  readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'texts' | 'object' | 'free';
  readonly clearable: boolean;
  readonly inner?: Dto;
  /** Makes the stored form of a text, or of each text of a list, before it is checked. */
  readonly kept?: (text: string) => string;
  /** Whether every check of the field itself holds; nested fields are checked separately. */
  readonly holds: (value: unknown) => boolean;
}

const SHAPES = 'tidings:fields';
const NONE: ReadonlyMap<string, FieldShape> = new Map();
const known = new Map<Dto, ReadonlyMap<string, FieldShape>>();

/** The fields of a DTO class and its ancestors. Cached by class: decorators run before the first call. */
export function fieldsOf(dto: Dto): ReadonlyMap<string, FieldShape> {
  const fields = known.get(dto);
  if (fields) return fields;
  const found = declared(dto);
  known.set(dto, found);
  return found;
}

const declared = (dto: Dto) => (Reflect.getMetadata(SHAPES, dto) as Map<string, FieldShape> | undefined) ?? NONE;

export const shaped =
  (shape: FieldShape): PropertyDecorator =>
  (target, property) => {
    const own = new Map(declared(target.constructor as Dto));
    Reflect.defineMetadata(SHAPES, own.set(String(property), shape), target.constructor);
  };

/** Whether an instance passes every check, without saying which it does not: most requests need no more. */
export function sound(instance: object): boolean {
  for (const [name, { inner, holds }] of fieldsOf(instance.constructor as Dto)) {
    const value = (instance as Record<string, unknown>)[name];
    if (!holds(value) || (inner && !soundInside(value))) return false;
  }
  return true;
}

const soundInside = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) ? value.every(sound) : sound(value));
