import { limits } from '../../../../catalogue/limits/limits.js';
import { PasswordField, TextField } from '../../../../http/fields/fields.js';
import { EmailField } from '../../../../http/fields/text-fields.js';

const email = { description: 'E-mail address of the user.', example: 'anna@acme.example' };

export class ResetPasswordDto {
  @EmailField(email)
  email!: string;
}

export class SetPasswordDto {
  @EmailField(email)
  email!: string;

  @PasswordField({
    description: 'New password. Very common passwords are not allowed.',
    example: 'a quiet green river',
  })
  password!: string;

  @TextField({ description: 'Token from the link of the e-mail, valid once.', max: limits.passwordToken })
  token!: string;
}

export class ChangePasswordDto {
  @TextField({ description: 'Current password of the calling user.', max: limits.password.max })
  current_password!: string;

  @PasswordField({
    description: 'New password. Very common passwords are not allowed.',
    example: 'a quiet green river',
  })
  password!: string;
}
