import type { LANGUAGES } from '../../../../catalogue/tenant.js';

type Language = (typeof LANGUAGES)[number];

/** Characters of a message that a push shows. The longest push fits into 4,096 bytes. */
const MOST_CHARACTERS = 300;

const NEW_MESSAGE: Readonly<Record<Language, string>> = { en: 'New message', de: 'Neue Nachricht' };

export interface PushFacts {
  /** Name of the tenant. */
  readonly tenant: string;
  readonly language: Language;
  readonly conversationId: string;
  /** Page that shows the conversation to the receiver. */
  readonly url: string;
  /** Text of the message, where its conversation type shows it. */
  readonly text?: string;
}

/** The beginning of a text in whole characters. */
export function shownText(text: string): string {
  const characters = [...text];
  return characters.length <= MOST_CHARACTERS ? text : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}

/** The content of a push, in JSON. */
export const pushText = ({ tenant, language, conversationId, url, text }: PushFacts): string =>
  JSON.stringify({
    title: tenant,
    body: text ?? NEW_MESSAGE[language],
    language,
    conversation_id: conversationId,
    url,
  });
