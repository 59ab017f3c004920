import { limits } from '../../../../catalogue/limits/limits.js';
import { BooleanField, ObjectField, TextField } from '../../../../http/fields/fields.js';

const CODE = 200;
const MESSAGE = 1_000;

class OidcConfigFaultDto {
  @TextField({ description: 'Code of the error catalogue.', max: CODE, example: 'errors.oidc_config.issuer_slash' })
  code!: string;

  @TextField({ description: 'Error in the language of the request.', max: MESSAGE })
  message!: string;
}

export class OidcConfigTestDto {
  @BooleanField({ description: 'True if the setting has no fault.' })
  ok!: boolean;

  @TextField({
    description: 'Issuer as the provider names it. Absent if it names none.',
    max: limits.url,
    optional: true,
  })
  issuer?: string;

  @ObjectField({
    description: 'Fault of the setting. Absent if there is none.',
    of: OidcConfigFaultDto,
    optional: true,
  })
  error?: OidcConfigFaultDto;
}
