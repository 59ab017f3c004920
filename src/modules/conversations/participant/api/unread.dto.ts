import { limits } from '../../../../catalogue/limits/limits.js';
import { BooleanField, IntegerField } from '../../../../http/fields/fields.js';

export class UnreadQueryDto {
  @BooleanField({
    description: 'True counts only archived conversations, false only open ones. Default: both.',
    optional: true,
  })
  archived?: boolean;
}

export class UnreadDto {
  @IntegerField({
    description: 'Number of conversations with messages that the user has not seen.',
    min: 0,
    max: limits.unlimited,
    example: 3,
  })
  conversations!: number;

  @IntegerField({
    description: 'Number of messages that the user has not seen.',
    min: 0,
    max: limits.unlimited,
    example: 12,
  })
  messages!: number;
}
