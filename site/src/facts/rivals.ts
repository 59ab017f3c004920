import { RETRY_PAUSES } from '../../../src/catalogue/webhook-retries.js';

/** A claim with the page that it was read on. */
export interface Claim {
  readonly text: string;
  readonly source: string;
}

/** Month in which the sources were read. */
export const READ_IN = 'November 2026';

export const rivals = ['Twilio Conversations', 'Sunshine Conversations', 'Stream Chat', 'Chatwoot'] as const;
export type Rival = (typeof rivals)[number];

interface Row {
  readonly about: string;
  readonly tidings: Claim;
  /** A rival that is left out was not compared. */
  readonly others: Readonly<Partial<Record<Rival, Claim>>>;
}

/** As the service does by default. */
const attempts = RETRY_PAUSES.length + 1;
const days = Math.floor(RETRY_PAUSES.reduce<number>((sum, each) => sum + each, 0) / 86_400);

const TWILIO_API = 'https://github.com/twilio/twilio-oai/blob/main/spec/json/twilio_conversations_v1.json';
const TWILIO_WEBHOOKS = 'https://www.twilio.com/docs/conversations/conversations-webhooks';
const SUNSHINE_API = 'https://github.com/zendesk/sunshine-conversations-api-spec';
const STREAM_WEBHOOKS = 'https://getstream.io/chat/docs/react/push_webhook/';
const CHATWOOT = 'https://github.com/chatwoot/chatwoot';

/** The comparison of the home page. Each claim was read on the page that it names. */
export const comparison: readonly Row[] = [
  {
    about: 'Attempts at a webhook that fails',
    tidings: { text: `${attempts} in ${days} days, in order for each conversation`, source: '/docs/webhooks' },
    others: {
      'Twilio Conversations': {
        text: '5 s for a response; another product, Event Streams, queues for 4 hours',
        source: TWILIO_WEBHOOKS,
      },
      'Sunshine Conversations': { text: '5 in 15 minutes', source: SUNSHINE_API },
      'Stream Chat': { text: '2 or 3 within 15 seconds', source: STREAM_WEBHOOKS },
      Chatwoot: { text: '1; a change is proposed', source: `${CHATWOOT}/issues/15920` },
    },
  },
  {
    about: 'Proof of a webhook’s sender',
    tidings: { text: 'HMAC of id, time and body', source: '/docs/webhooks' },
    others: {
      'Sunshine Conversations': { text: 'A shared secret in X-API-Key', source: SUNSHINE_API },
      'Stream Chat': {
        text: 'HMAC of the body',
        source: 'https://getstream.io/chat/docs/php/webhooks_overview/',
      },
      Chatwoot: { text: 'A signature with a time', source: `${CHATWOOT}/pull/15952` },
    },
  },
  {
    about: 'The same request, sent twice',
    tidings: { text: 'One effect with an Idempotency-Key', source: '/docs/api/basics' },
    others: {
      'Twilio Conversations': { text: 'No such key in its OpenAPI file', source: TWILIO_API },
      'Sunshine Conversations': { text: 'No such key in its OpenAPI file', source: SUNSHINE_API },
      Chatwoot: { text: 'A 500 after the write has led to a second message', source: `${CHATWOOT}/issues/6446` },
    },
  },
  {
    about: 'Two simultaneous writers',
    tidings: { text: 'ETag and If-Match', source: '/docs/api/basics' },
    others: {
      'Twilio Conversations': { text: 'No ETag in its OpenAPI file', source: TWILIO_API },
      'Sunshine Conversations': { text: 'No ETag in its OpenAPI file', source: SUNSHINE_API },
    },
  },
  {
    about: 'Events missed by a client',
    tidings: { text: 'Replayed from a position; gaps are reported', source: '/docs/api/clients' },
    others: {
      'Stream Chat': {
        text: 'Fetched by time; past a limit, channels load again',
        source: 'https://github.com/GetStream/stream-chat-swift/pull/4189',
      },
    },
  },
  {
    about: 'WhatsApp and similar channels',
    tidings: { text: 'No', source: '/docs/roadmap' },
    others: {
      'Twilio Conversations': { text: 'Yes', source: 'https://www.twilio.com/docs/conversations' },
      'Sunshine Conversations': { text: 'Yes', source: 'https://docs.smooch.io/guide/creating-and-managing-apps/' },
      Chatwoot: { text: 'Yes', source: CHATWOOT },
    },
  },
];
