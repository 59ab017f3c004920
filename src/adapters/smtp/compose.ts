import addressParser from 'nodemailer/lib/addressparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import { asciiEmail } from '../../catalogue/text/email.js';
import type { Mail } from '../../ports/delivery/mailer.js';

const addressOf = (from: string): string => addressParser(from, { flatten: true })[0]?.address ?? '';

const unsubscribeHeaders = (url: string | undefined) => ({
  ...(url === undefined ? {} : { 'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` } }),
  ...(url?.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
});

/** A mail in the form of a file and of the wire (RFC 5322). */
export function compose(mail: Mail): Promise<Buffer> {
  const { id, from, senderName, to, subject, text, at, thread, unsubscribeUrl } = mail;
  const host = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const composer = new MailComposer({
    messageId: `<${id}@${host}>`,
    from: senderName === undefined ? from : { name: senderName, address: addressOf(from) },
    ...(thread === undefined ? {} : { inReplyTo: `<${thread}@${host}>`, references: `<${thread}@${host}>` }),
    to: { name: '', address: asciiEmail(to) },
    subject,
    text,
    date: new Date(at),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
