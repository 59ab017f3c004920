import { ChoiceField } from '../../../http/fields/fields.js';

export class HealthDto {
  @ChoiceField({ about: 'How it is', of: ['ok'] })
  status!: 'ok';
}
