import { Inject, Injectable } from '@nestjs/common';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { HTML_CLEANER, type HtmlCleaner } from '../../../../ports/media/html-cleaner.js';
import type { ConversationType } from '../domain/conversation-type.resource.js';
import { type ConversationTypeDto, toConversationTypeDto } from './conversation-type.dto.js';

/**
 * Conversation types in the form of a response. The HTML of their templates is cleaned, also for types stored
 * uncleaned.
 */
@Injectable()
export class ConversationTypeViews {
  private readonly cleaned = new WeakMap<ConversationType, ConversationType>();

  constructor(@Inject(HTML_CLEANER) private readonly cleaner: HtmlCleaner) {}

  one(record: ResourceRecord<ConversationType>): ConversationTypeDto {
    return toConversationTypeDto({ ...record, value: this.clean(record.value) });
  }

  /** HTML of which the template was clean, once values are filled in. */
  cleanFilled(html: string): string {
    return this.cleaner.clean(html);
  }

  /** The type with clean templates, which many conversations of a list show. */
  clean(type: ConversationType): ConversationType {
    const known = this.cleaned.get(type) ?? cleanTemplates(type, this.cleaner);
    this.cleaned.set(type, known);
    return known;
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
