import { ChoiceField } from '../../../../http/fields/fields.js';

export class ReadyDto {
  @ChoiceField({ description: 'Status of the process; `degraded` while something is parked.', of: ['ok', 'degraded'] })
  status!: 'ok' | 'degraded';
}

export class HealthDto {
  @ChoiceField({ description: 'Status of the process.', of: ['ok'] })
  status!: 'ok';
}
