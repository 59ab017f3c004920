import { limits } from '../../../catalogue/limits/limits.js';
import { ChoiceField, EmailField, PasswordField, TextField, UuidField } from '../../../http/fields/fields.js';

/** Letters, digits and spaces, a letter or digit at both ends (specification 5). */
const TENANT_NAME = /^[A-Za-z0-9][A-Za-z0-9 ]*[A-Za-z0-9]$/;
const SUBDOMAIN = /^[a-z0-9][a-z0-9_-]*$/;
const LANGUAGES = ['en', 'de'] as const;

export class SignUpDto {
  @TextField({ description: 'Shown to clients', ...limits.tenantName, pattern: TENANT_NAME, example: 'Acme Corp' })
  tenant_name!: string;

  @TextField({ description: 'Never given twice', ...limits.subdomain, pattern: SUBDOMAIN, example: 'acme' })
  tenant_subdomain!: string;

  @EmailField({ description: 'Of the first owner', example: 'anna@acme.example' })
  user_email!: string;

  @PasswordField({ description: 'No rules of composition, but none of the commonest', example: 'a quiet green river' })
  user_password!: string;

  @TextField({ description: 'First name', max: limits.name, optional: true })
  user_firstname?: string;

  @TextField({ description: 'Last name', max: limits.name, optional: true })
  user_lastname?: string;

  @TextField({ description: 'Demanded where the deployment sets any', max: limits.name, optional: true })
  signup_invite_code?: string;

  @ChoiceField({ description: 'Of the tenant; en unless said', of: LANGUAGES, optional: true })
  preferred_language?: (typeof LANGUAGES)[number];
}

export class SignedUpDto {
  @UuidField({ description: 'The new tenant' })
  tenant_id!: string;

  @UuidField({ description: 'Its first owner' })
  user_id!: string;

  @TextField({ description: 'Where its people work', max: 2000, example: 'https://acme.tidings.example' })
  frontend_url!: string;
}
