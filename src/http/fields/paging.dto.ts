import type { Type } from '@nestjs/common';
import { limits } from '../../catalogue/limits/limits.js';
import { BooleanField, ChoiceField, IntegerField, ObjectListField, TextField } from './fields.js';

/** `limit`, `offset` and `cursor` of every list. */
export class PageQueryDto {
  @IntegerField({
    description: `Maximum number of items of the page. Default: ${limits.listDefault}.`,
    min: 1,
    max: limits.listMax,
    optional: true,
  })
  limit?: number;

  @IntegerField({ description: 'Number of items to skip. Default: 0.', min: 0, max: limits.unlimited, optional: true })
  offset?: number;

  @TextField({
    description:
      '`next_cursor` of the previous page. The pages stay stable while others write. Default: the first page.',
    max: 4096,
    optional: true,
  })
  cursor?: string;
}

/** Order and page of a list that has all items by default. */
export class WholeListQueryDto {
  @ChoiceField({ description: 'Direction of the order. Default: ASC.', of: ['ASC', 'DESC'], optional: true })
  direction?: 'ASC' | 'DESC';

  @IntegerField({
    description: 'Maximum number of items of the page. Default: all.',
    min: 1,
    max: limits.unlimited,
    optional: true,
  })
  limit?: number;

  @IntegerField({ description: 'Number of items to skip. Default: 0.', min: 0, max: limits.unlimited, optional: true })
  offset?: number;

  @TextField({ description: '`next_cursor` of the previous page. Default: the first page.', max: 4096, optional: true })
  cursor?: string;
}

class PagingDto {
  @BooleanField({ description: 'True if more items follow this page.' })
  has_more!: boolean;

  @IntegerField({ description: 'Number of items of all pages together.', min: 0, max: Number.MAX_SAFE_INTEGER })
  total_elements!: number;

  @IntegerField({
    description: 'Maximum number of items of the page, as requested or the default.',
    min: 1,
    max: limits.unlimited,
  })
  limit!: number;

  @IntegerField({ description: 'Number of items before this page.', min: 0, max: limits.unlimited, optional: true })
  offset?: number;

  @TextField({ description: 'Cursor of the next page. Absent on the last page.', max: 4096, optional: true })
  next_cursor?: string;
}

/** List wrapper (specification 3): the items under their plural, and the place of the page. */
export function ListDto(plural: string, item: Type<object>): Type<object> {
  class Wrapper extends PagingDto {}
  ObjectListField({ description: 'Items of the page.', of: item, max: limits.unlimited })(Wrapper.prototype, plural);
  const words = plural.split('_').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  Object.defineProperty(Wrapper, 'name', { value: `${words.join('')}ListDto` });
  return Wrapper;
}
