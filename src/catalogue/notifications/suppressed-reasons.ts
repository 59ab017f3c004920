/** Why a notification is SUPPRESSED, each with its meaning (contract 11). */
export const suppressedReasons = {
  not_a_participant: 'the participant left',
  not_a_client: 'only clients are notified',
  no_phone_number: 'the participant has no phone number',
  no_email: 'the participant has no e-mail address',
  opted_out: 'the phone number opted out of SMS, until the participant has another one',
  unsubscribed: 'the e-mail address unsubscribed, until the participant has another one',
  conversation_open: 'the participant had the conversation open within 30 seconds, so no e-mail is sent',
} as const;
export type SuppressedReason = keyof typeof suppressedReasons;

/** Error of Twilio for a number whose owner replied STOP, at the send and in a status callback. */
export const TWILIO_OPTED_OUT = 21_610;
