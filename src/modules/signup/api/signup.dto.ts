import { limits } from '../../../catalogue/limits/limits.js';
import { LANGUAGES, SUBDOMAIN, TENANT_NAME } from '../../../catalogue/tenant.js';
import { ChoiceField, EmailField, PasswordField, TextField, UuidField } from '../../../http/fields/fields.js';

const tenantName = {
  description: 'Name of the tenant, shown to clients: letters, digits and spaces.',
  ...limits.tenantName,
  pattern: TENANT_NAME,
  example: 'Acme Corp',
};

const subdomain = {
  description: 'Subdomain of the tenant: lower-case letters, digits, `_` and `-`. A subdomain is never reused.',
  ...limits.subdomain,
  pattern: SUBDOMAIN,
  example: 'acme',
};

export class MachineSignUpDto {
  @TextField(tenantName)
  tenant_name!: string;

  @TextField(subdomain)
  tenant_subdomain!: string;
}

export class MachineSignedUpDto {
  @UuidField({ description: 'Id of the new tenant.' })
  tenant_id!: string;

  @TextField({ description: 'API key of the new tenant. It creates the first owner with `POST /users`.', max: 200 })
  api_key!: string;
}

export class SignUpDto {
  @TextField(tenantName)
  tenant_name!: string;

  @TextField(subdomain)
  tenant_subdomain!: string;

  @EmailField({ description: 'E-mail address of the first owner.', example: 'anna@acme.example' })
  user_email!: string;

  @PasswordField({
    description: 'Password of the first owner. Very common passwords are not allowed.',
    example: 'a quiet green river',
  })
  user_password!: string;

  @TextField({ description: 'First name of the first owner.', max: limits.name, optional: true })
  user_firstname?: string;

  @TextField({ description: 'Last name of the first owner.', max: limits.name, optional: true })
  user_lastname?: string;

  @TextField({
    description: 'Invite code. Required if the deployment sets invite codes.',
    max: limits.name,
    optional: true,
  })
  signup_invite_code?: string;

  @ChoiceField({ description: 'Language of the tenant. Default: en.', of: LANGUAGES, optional: true })
  preferred_language?: (typeof LANGUAGES)[number];
}

export class SignedUpDto {
  @UuidField({ description: 'Id of the new tenant.' })
  tenant_id!: string;

  @UuidField({ description: 'Id of the first owner.' })
  user_id!: string;

  @TextField({ description: 'URL of the main app of the tenant.', max: 2000, example: 'https://acme.tidings.example' })
  frontend_url!: string;
}
