import { limits } from '../../../../catalogue/limits/limits.js';
import { TextField } from '../../../../http/fields/fields.js';

export class ConfirmEmailDto {
  @TextField({ description: 'Token from the link of the e-mail.', max: limits.emailToken })
  token!: string;
}
