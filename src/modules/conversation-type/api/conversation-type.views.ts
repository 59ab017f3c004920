import { Inject, Injectable } from '@nestjs/common';
import type { ResourceRecord } from '../../../kernel/resource.js';
import { nextTurn } from '../../../kernel/sliced-work.js';
import { HTML_CLEANER, type HtmlCleaner } from '../../../ports/html-cleaner.js';
import type { ConversationType } from '../domain/conversation-type.resource.js';
import { type ConversationTypeDto, toConversationTypeDto } from './conversation-type.dto.js';

/** Characters of templates that are cleaned in one turn of the event loop. */
const TURN = 131_072;

/** Conversation types as they are answered. The HTML of their templates is cleaned, however it was stored. */
@Injectable()
export class ConversationTypeViews {
  constructor(@Inject(HTML_CLEANER) private readonly cleaner: HtmlCleaner) {}

  one(record: ResourceRecord<ConversationType>): ConversationTypeDto {
    return toConversationTypeDto({ ...record, value: cleanTemplates(record.value, this.cleaner) });
  }

  async many(records: readonly ResourceRecord<ConversationType>[]): Promise<readonly ConversationTypeDto[]> {
    const dtos: ConversationTypeDto[] = [];
    let cleaned = 0;
    for (const record of records) {
      const { listItemTemplate, headerTemplate = '' } = record.value;
      cleaned += listItemTemplate.length + headerTemplate.length;
      dtos.push(this.one(record));
      if (cleaned < TURN) continue;
      cleaned = 0;
      await nextTurn();
    }
    return dtos;
  }
}

/** The type with clean templates. */
export function cleanTemplates(type: ConversationType, cleaner: HtmlCleaner): ConversationType {
  const { listItemTemplate, headerTemplate } = type;
  return {
    ...type,
    listItemTemplate: cleaner.clean(listItemTemplate),
    ...(headerTemplate === undefined ? {} : { headerTemplate: cleaner.clean(headerTemplate) }),
  };
}
