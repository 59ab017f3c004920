import { limits } from '../../catalogue/limits/limits.js';
import { isReservedSubdomain } from '../../catalogue/reserved-subdomains.js';
import { isEmail } from '../../catalogue/text/email.js';
import { composed, isLine, isVisible } from '../../catalogue/text/written-text.js';
import { check, type Described, field, isText, matching, within } from './fields.js';

const withoutBlanks = (text: string): string => text.trim();

/** An e-mail address that is looked up. Any other text finds no user. */
export const UsernameField = (described: Described) =>
  field(
    described,
    'text',
    { type: 'string', minLength: 1, maxLength: limits.email },
    [isText, within(1, limits.email)],
    { kept: withoutBlanks },
  );

const showsSomething = check('errors.field.invisible', (text: string) => text === '' || isVisible(text));

interface Written extends Described {
  readonly min?: number;
  readonly max: number;
  readonly pattern?: RegExp;
}

/** Text that people write, of one or more lines. It is kept as it is. */
export const WrittenField = ({ min = 1, max, ...described }: Written) =>
  field(described, 'text', { type: 'string', minLength: min, maxLength: max }, [
    isText,
    within(min, max),
    showsSomething,
  ]);

/** A name, of one line. It is kept in NFC. */
export const NameField = ({ min = 1, max, pattern, ...described }: Written) =>
  field(
    described,
    'text',
    { type: 'string', minLength: min, maxLength: max, ...(pattern ? { pattern: pattern.source } : {}) },
    [
      isText,
      within(min, max),
      check('errors.field.line', isLine as never),
      showsSomething,
      ...(pattern ? [matching(pattern)] : []),
    ],
    { kept: composed },
  );

/** Blanks around the address are cut. Its domain may be international. */
export const EmailField = (described: Described) =>
  field(
    described,
    'text',
    { type: 'string', format: 'idn-email', maxLength: limits.email },
    [isText, within(1, limits.email), check('errors.field.format', isEmail as never, { format: 'an e-mail address' })],
    { kept: withoutBlanks },
  );

/** The subdomain of a new tenant. */
export const SubdomainField = ({ min = 1, max, pattern, ...described }: Written & { readonly pattern: RegExp }) =>
  field(described, 'text', { type: 'string', minLength: min, maxLength: max, pattern: pattern.source }, [
    isText,
    within(min, max),
    matching(pattern),
    check('errors.field.reserved', (text: string) => !isReservedSubdomain(text)),
  ]);
