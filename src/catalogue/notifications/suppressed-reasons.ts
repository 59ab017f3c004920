/** Why a notification is SUPPRESSED, each with its meaning (contract 11). */
export const suppressedReasons = {
  not_a_participant: 'the participant left',
  not_a_client: 'only clients are notified',
  no_phone_number: 'there is no number for an SMS',
  no_email: 'there is no address for an e-mail',
  opted_out: 'the number refuses SMS until the participant has another one',
  unsubscribed: 'the address refuses e-mails until the participant has another one',
  conversation_open: 'the participant had the conversation open within 30 seconds, so that no e-mail is sent',
} as const;
export type SuppressedReason = keyof typeof suppressedReasons;

/** Error of Twilio for a number whose owner replied STOP, at the send and in a status callback. */
export const TWILIO_OPTED_OUT = 21_610;
