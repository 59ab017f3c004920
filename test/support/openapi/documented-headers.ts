interface Schema {
  readonly pattern?: string;
  readonly enum?: readonly string[];
}
type Said = { readonly $ref?: string; readonly schema?: Schema };
export type HeadersSaid = Readonly<Record<string, Said>>;

/** Those that tell of something that did not happen to every such answer. */
const SOMETIMES = [
  'Idempotent-Replayed',
  'Preference-Applied',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Tidings-As-Of',
  'Tidings-Erasure',
  'Tidings-Lag',
];

/** Whether an answer's headers are those that the OpenAPI file says it has. Says what is wrong, or undefined. */
export function wrongHeaders(
  said: HeadersSaid = {},
  shared: HeadersSaid = {},
  headers: Headers,
  status: number,
): string | undefined {
  for (const [name, header] of Object.entries(said)) {
    const value = headers.get(name);
    if (value === null && SOMETIMES.includes(name)) continue;
    if (value === null) return `${name} is missing`;
    const { pattern, enum: choices } = shared[header.$ref?.split('/').at(-1) ?? '']?.schema ?? header.schema ?? {};
    if (pattern && !new RegExp(pattern, 'u').test(value)) return `${name} is ${value}`;
    if (choices && !choices.includes(value)) return `${name} is ${value}`;
  }
  // A refusal of what is known to be kept may tell how far the log is; success has nothing that is not said.
  const unsaid = status >= 400 ? ['Tidings-Position'] : [];
  const more = Object.keys(shared).find((name) => headers.has(name) && !(name in said) && !unsaid.includes(name));
  return more && `${more} is not documented`;
}
