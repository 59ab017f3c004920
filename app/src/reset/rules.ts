import { identityLimits } from '../../../src/catalogue/limits/identity.js';
import { isEmail } from '../../../src/catalogue/text/email.js';
import type { Texts } from './texts.js';

export const FIELDS = ['email', 'password', 'repeat'] as const;
export type FieldName = (typeof FIELDS)[number];
export type Values = Readonly<Record<FieldName, string>>;
export type Errors = Readonly<Partial<Record<FieldName, string>>>;
/** Judges by the list of common passwords. It is loaded when a password field has the focus. */
export type IsCommon = (password: string) => boolean;

const { min, max } = identityLimits.password;

/** Counts code points, as the service does. */
const hasLength = (password: string): boolean => [...password].length >= min && [...password].length <= max;

export interface PasswordRule {
  readonly text: string;
  readonly isKept: boolean;
}

/** Each rule of the new password, and whether it is kept. */
export const rulesOf = ({ password, repeat }: Values, isCommon: IsCommon | undefined, text: Texts): PasswordRule[] => [
  { text: text.length, isKept: hasLength(password) },
  { text: text.uncommon, isKept: password !== '' && isCommon?.(password) === false },
  { text: text.same, isKept: password !== '' && password === repeat },
];

function errorOfEmail(email: string, text: Texts): string | undefined {
  if (email === '') return text.noEmail;
  return isEmail(email) && email.length <= identityLimits.email ? undefined : text.wrongEmail;
}

function errorOfPassword(password: string, isCommon: IsCommon | undefined, text: Texts): string | undefined {
  if (password === '') return text.noPassword;
  if (!hasLength(password)) return text.wrongLength;
  return isCommon?.(password) ? text.common : undefined;
}

function errorOfRepeat({ password, repeat }: Values, text: Texts): string | undefined {
  if (repeat === '') return text.noRepeat;
  return password === repeat ? undefined : text.different;
}

/** In words, the fields that the service would refuse. Without the list the service alone refuses common passwords. */
export function errorsOf(values: Values, isCommon: IsCommon | undefined, text: Texts): Errors {
  const errors: Record<FieldName, string | undefined> = {
    email: errorOfEmail(values.email, text),
    password: errorOfPassword(values.password, isCommon, text),
    repeat: errorOfRepeat(values, text),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}
