import { ChoiceField } from '../../../../http/fields/fields.js';

export class HealthDto {
  @ChoiceField({ description: 'Status of the process.', of: ['ok'] })
  status!: 'ok';
}
