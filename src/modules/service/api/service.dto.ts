import { ChoiceField } from '../../../http/fields/fields.js';

export class HealthDto {
  @ChoiceField({ description: 'How it is', of: ['ok'] })
  status!: 'ok';
}
