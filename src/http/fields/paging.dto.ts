import type { Type } from '@nestjs/common';
import { limits } from '../../catalogue/limits/limits.js';
import { BooleanField, IntegerField, ObjectListField, TextField } from './fields.js';

/** `limit`, `offset` and `cursor` of every list. */
export class PageQueryDto {
  @IntegerField({ description: 'How many', min: 1, max: limits.listMax, optional: true })
  limit?: number;

  @IntegerField({ description: 'How many to pass over', min: 0, max: limits.unlimited, optional: true })
  offset?: number;

  @TextField({
    description: 'The next_cursor of the page before; pages stably while others write',
    max: 4096,
    optional: true,
  })
  cursor?: string;
}

class PagingDto {
  @BooleanField({ description: 'Whether there is more behind this page' })
  has_more!: boolean;

  @IntegerField({ description: 'How many match in all', min: 0, max: Number.MAX_SAFE_INTEGER })
  total_elements!: number;

  @IntegerField({ description: 'As asked', min: 1, max: limits.unlimited })
  limit!: number;

  @IntegerField({ description: 'How many lie before this page', min: 0, max: limits.unlimited, optional: true })
  offset?: number;

  @TextField({ description: 'Give it back as cursor for the next page; absent on the last', max: 4096, optional: true })
  next_cursor?: string;
}

/** The list wrapper (specification 3): the items under their plural, and where one is. */
export function ListDto(plural: string, item: Type<object>): Type<object> {
  class Wrapper extends PagingDto {}
  ObjectListField({ description: 'The page', of: item, max: limits.unlimited })(Wrapper.prototype, plural);
  const words = plural.split('_').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  Object.defineProperty(Wrapper, 'name', { value: `${words.join('')}ListDto` });
  return Wrapper;
}
