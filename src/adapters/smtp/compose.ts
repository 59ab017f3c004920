import MailComposer from 'nodemailer/lib/mail-composer';
import { asciiEmail } from '../../catalogue/text/email.js';
import type { Mail } from '../../ports/delivery/mailer.js';

/** A mail in the form of a file and of the wire (RFC 5322). */
export function compose({ id, from, to, subject, text, at }: Mail): Promise<Buffer> {
  const host = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const composer = new MailComposer({
    messageId: `<${id}@${host}>`,
    from,
    to: { name: '', address: asciiEmail(to) },
    subject,
    text,
    date: new Date(at),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
