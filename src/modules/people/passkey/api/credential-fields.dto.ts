import { limits } from '../../../../catalogue/limits/limits.js';
import { CREDENTIAL_TYPE } from '../../../../catalogue/passkeys.js';
import { ChoiceField, FreeObjectField, TextField, TextListField } from '../../../../http/fields/fields.js';

const BASE64URL = /^[A-Za-z0-9_-]+$/;
const { count: TRANSPORTS, length: TRANSPORT_LENGTH } = limits.passkeyTransports;

const isTransport = (text: string): boolean => text.length <= TRANSPORT_LENGTH && /^[a-z-]+$/.test(text);

interface Described {
  readonly description: string;
  readonly max: number;
  readonly optional?: true;
}

/** Bytes in base64url. Names of members are those of WebAuthn, whose JSON libraries read and write (contract 12). */
export const Base64UrlField = ({ description, ...more }: Described) =>
  TextField({ description: `${description} In base64url.`, pattern: BASE64URL, ...more });

export const CredentialIdField = (description: string) => Base64UrlField({ description, max: limits.passkeyId });

export const PublicKeyTypeField = () => ChoiceField({ description: 'Type of the credential.', of: [CREDENTIAL_TYPE] });

export const TransportsField = () =>
  TextListField({
    description: 'Hints for reaching the authenticator, for example `internal`.',
    max: TRANSPORTS,
    valid: isTransport,
    optional: true,
  });

export const AttachmentField = () =>
  ChoiceField({
    description: 'Kind of the authenticator. Accepted and ignored.',
    of: ['platform', 'cross-platform'],
    optional: true,
  });

export const ExtensionResultsField = () =>
  FreeObjectField({ description: 'Results of client extensions. Accepted and ignored.' });
