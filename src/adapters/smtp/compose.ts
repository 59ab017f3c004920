import addressParser from 'nodemailer/lib/addressparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mail } from '../../ports/delivery/mailer.js';

const addressOf = (from: string): string => addressParser(from, { flatten: true })[0]?.address ?? '';

const unsubscribeHeaders = (url: string | undefined) => ({
  ...(url === undefined ? {} : { 'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` } }),
  ...(url?.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
});

/** A mail as it stands in a file or goes over the line (RFC 5322). */
export function compose(mail: Mail): Promise<Buffer> {
  const { id, from, senderName, to, subject, text, at, thread, unsubscribeUrl } = mail;
  const host = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const composer = new MailComposer({
    messageId: `<${id}@${host}>`,
    from: senderName === undefined ? from : { name: senderName, address: addressOf(from) },
    ...(thread === undefined ? {} : { inReplyTo: `<${thread}@${host}>`, references: `<${thread}@${host}>` }),
    to: { name: '', address: to },
    subject,
    text,
    date: new Date(at),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
