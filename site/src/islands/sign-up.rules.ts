import { signUpFields } from '../../../src/catalogue/signup.js';
import { isEmail } from '../../../src/catalogue/text/email.js';

export type FieldName = keyof typeof signUpFields;
export type Field = { readonly [K in FieldName]: (typeof signUpFields)[K] }[FieldName] & {
  readonly hint?: string;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly of?: readonly string[];
  readonly optional?: true;
};
export type Values = Readonly<Record<FieldName, string>>;
export type Errors = Readonly<Partial<Record<FieldName, string>>>;

export const fields = Object.entries(signUpFields) as unknown as readonly (readonly [FieldName, Field])[];

const lengthOf = (text: string): number => [...text].length;
const lower = (label: string): string => label[0]!.toLowerCase() + label.slice(1);

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
  { label, hint, kind, min = 0, max = Infinity, pattern, optional }: Field,
  value: string,
  isCommon?: IsCommon,
) {
  if (value === '') return optional ? undefined : `Enter the ${lower(label)}.`;
  if (lengthOf(value) < min || lengthOf(value) > max)
    return `${label} must have ${min === 1 ? 'at most' : `${min} to`} ${max} characters.`;
  if (pattern && !pattern.test(value)) return `${label} does not fit: ${hint}`;
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
