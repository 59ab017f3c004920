import { signUpFields as fields } from '../../../../catalogue/signup.js';
import type { LANGUAGES } from '../../../../catalogue/tenant.js';
import { BooleanField, ChoiceField, PasswordField, TextField, UuidField } from '../../../../http/fields/fields.js';
import { EmailField, NameField, SubdomainField } from '../../../../http/fields/text-fields.js';

export class MachineSignUpDto {
  @TextField(fields.tenant_name)
  tenant_name!: string;

  @SubdomainField(fields.tenant_subdomain)
  tenant_subdomain!: string;
}

export class MachineSignedUpDto {
  @UuidField({ description: 'Id of the new tenant.' })
  tenant_id!: string;

  @TextField({ description: 'API key of the new tenant. It creates the first owner with `POST /users`.', max: 200 })
  api_key!: string;
}

export class SignUpDto {
  @TextField(fields.tenant_name)
  tenant_name!: string;

  @SubdomainField(fields.tenant_subdomain)
  tenant_subdomain!: string;

  @EmailField(fields.user_email)
  user_email!: string;

  @PasswordField(fields.user_password)
  user_password!: string;

  @NameField(fields.user_firstname)
  user_firstname?: string;

  @NameField(fields.user_lastname)
  user_lastname?: string;

  @TextField(fields.signup_invite_code)
  signup_invite_code?: string;

  @ChoiceField(fields.preferred_language)
  preferred_language?: (typeof LANGUAGES)[number];

  @BooleanField({
    description:
      'True: a demo tenant. The service erases it one hour later, unless its first owner keeps it with `POST /tenant/keep`. Its e-mails and SMS stay in the outbox of the deployment. Default: false.',
    optional: true,
  })
  demo?: boolean;
}

export class SignedUpDto {
  @UuidField({ description: 'Id of the new tenant.' })
  tenant_id!: string;

  @UuidField({ description: 'Id of the first owner.' })
  user_id!: string;

  @TextField({ description: 'URL of the main app of the tenant.', max: 2000, example: 'https://acme.tidings.example' })
  frontend_url!: string;

  @TextField({
    description:
      'Code that signs in the first owner once within 60 seconds, with the grant `urn:tidings:grant-type:login-code`. Absent from a replayed response.',
    max: 200,
    optional: true,
  })
  login_code?: string;
}
