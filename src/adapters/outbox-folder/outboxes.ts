import type { Mail, Mailer } from '../../ports/delivery/mailer.js';
import type { SmsOutbox } from '../../ports/delivery/sms.js';
import type { OutboxFolder } from './outbox-folder.js';

/** A mail is a file `<id>.eml`; `compose` writes it as it would have been sent. */
export const mailOutbox = (folder: OutboxFolder, compose: (mail: Mail) => Promise<Uint8Array>): Required<Mailer> => ({
  insteadOfSending: folder.where,
  send: async (mail) => folder.write(`${mail.id}.eml`, await compose(mail)),
  discard: (id) => folder.remove(`${id}.eml`),
});

/** An SMS is a file `<id>.json`. */
export const smsOutbox = (folder: OutboxFolder): SmsOutbox => ({
  where: folder.where,
  put: ({ id, from, to, text, at }) =>
    folder.write(`${id}.json`, `${JSON.stringify({ channel: 'SMS', from, to, text, at }, null, 2)}\n`),
  discard: (id) => folder.remove(`${id}.json`),
});
