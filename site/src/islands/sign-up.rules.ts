import { signUpFields } from '../../../src/catalogue/signup.js';
import { isEmail } from '../../../src/catalogue/text/email.js';

export type FieldName = keyof typeof signUpFields;
export type Field = { readonly [K in FieldName]: (typeof signUpFields)[K] }[FieldName] & {
  readonly hint?: string;
  readonly missing?: string;
  readonly refused?: string;
  readonly wrong?: string;
  readonly wrongLength?: string;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly of?: readonly string[];
  readonly optional?: true;
};
export type Values = Readonly<Record<FieldName, string>>;
export type Errors = Readonly<Partial<Record<FieldName, string>>>;

/** Fields below "More". */
const MORE: readonly FieldName[] = ['user_firstname', 'user_lastname', 'signup_invite_code', 'preferred_language'];
export const isMore = (name: FieldName): boolean => MORE.includes(name);

export const fields = Object.entries(signUpFields) as unknown as readonly (readonly [FieldName, Field])[];

const lengthOf = (text: string): number => [...text].length;

/** The subdomain that a name makes: its letters and digits, with a `-` for what is between them. */
export const subdomainOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, signUpFields.tenant_subdomain.max)
    .replace(/^-|-+$/g, '');

/** The way out where the service refuses a value; undefined: the message of the service says it. */
export const refusedText = (name: FieldName, value: string): string | undefined =>
  (signUpFields[name] as Field | undefined)?.refused?.replace('VALUE', () => value);

/** Whether a password is common. The list is loaded when the reader comes to the field; the service has it too. */
export type IsCommon = (password: string) => boolean;

/** Each rule of a new password, and whether this one keeps it. */
export function passwordRules(
  password: string,
  isCommon: IsCommon | undefined,
): readonly { readonly text: string; readonly kept: boolean }[] {
  const { min, max } = signUpFields.user_password;
  const length = lengthOf(password);
  return [
    { text: `${min} to ${max} characters`, kept: length >= min && length <= max },
    { text: 'Not among the most common passwords', kept: length > 0 && isCommon?.(password) === false },
  ];
}

/** In which way a value breaks the rules of its field, and what would be right. */
function errorOf(
  { label, kind, min = 0, max = Infinity, pattern, optional, ...words }: Field,
  value: string,
  isCommon?: IsCommon,
) {
  if (value === '') return optional ? undefined : (words.missing ?? `Enter ${label}.`);
  if (lengthOf(value) < min || lengthOf(value) > max)
    return words.wrongLength ?? `${label}: use at most ${max} characters.`;
  if (pattern && !pattern.test(value)) return words.wrong;
  if (kind === 'email' && !isEmail(value)) return 'Enter an e-mail address in full, such as anna@acme.example.';
  if (kind === 'password' && isCommon?.(value)) return 'The password is too common. Choose another password.';
  return undefined;
}

export const errorsOf = (values: Values, isCommon?: IsCommon): Errors =>
  Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const error = errorOf(field, values[name], isCommon);
      return error === undefined ? [] : [[name, error]];
    }),
  );

/** The body of the call: an optional field that is empty is left out. */
export const bodyOf = (values: Values): Readonly<Partial<Values>> =>
  Object.fromEntries(fields.flatMap(([name]) => (values[name] === '' ? [] : [[name, values[name]]])));
