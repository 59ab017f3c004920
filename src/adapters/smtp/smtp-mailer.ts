import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import addressParser from 'nodemailer/lib/addressparser';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { asciiEmail } from '../../catalogue/text/email.js';
import { DeliveryRefused } from '../../ports/delivery/delivery-refused.js';
import type { Mail, Mailer } from '../../ports/delivery/mailer.js';
import { compose } from './compose.js';

export interface SmtpTimes {
  readonly connectMs: number;
  readonly silenceMs: number;
}

const TIMES: SmtpTimes = { connectMs: 10_000, silenceMs: 30_000 };

type SmtpError = Error & { readonly responseCode?: number; readonly code?: string };

const UNREACHABLE = 'smtp_unreachable';
/** Addresses of the server that are tried for a mail. */
const MOST_ADDRESSES = 4;

/**
 * One connection a mail, so that what a server says, or a line that breaks, is about that mail alone. `resolve` returns
 * the addresses of the server.
 */
export function smtpMailer(
  url: string,
  resolve: (host: string) => Promise<readonly string[]>,
  times: SmtpTimes = TIMES,
): Mailer {
  const settings = parseConnectionUrl(url) as SMTPConnection.Options & { auth?: SMTPConnection.Credentials };
  const { host: name = '' } = settings;

  async function sendTo(host: string, mail: Mail, bytes: Buffer): Promise<void> {
    const connection = new SMTPConnection({
      ...settings,
      host,
      ...(isIP(name) ? {} : { servername: name }),
      connectionTimeout: times.connectMs,
      greetingTimeout: times.connectMs,
      socketTimeout: times.silenceMs,
      logger: false,
    });
    const letter = letterOf(bytes);
    try {
      await handOver(connection, settings.auth, mail, letter.stream);
    } catch (error) {
      throw letter.isBegun() ? afterwards(error as SmtpError) : before(error as SmtpError);
    } finally {
      connection.on('error', () => {});
      connection.close();
    }
  }

  return {
    async send(mail: Mail): Promise<void> {
      const bytes = await compose(mail);
      let failure: unknown = new DeliveryRefused(UNREACHABLE, true);
      for (const host of (await resolve(name).catch(() => [])).slice(0, MOST_ADDRESSES)) {
        try {
          return await sendTo(host, mail, bytes);
        } catch (error) {
          failure = error;
          if (!(error instanceof DeliveryRefused) || error.reason !== UNREACHABLE) throw error;
        }
      }
      throw failure;
    },
  };
}

/**
 * The server receives the letter only after it has requested it: the first read of the stream means that sending has
 * begun.
 */
function letterOf(bytes: Buffer) {
  let begun = false;
  const stream = new Readable({
    read() {
      begun = true;
      this.push(bytes);
      this.push(null);
    },
  });
  return { stream, isBegun: () => begun };
}

function handOver(
  connection: SMTPConnection,
  auth: SMTPConnection.Credentials | undefined,
  { from, to }: Mail,
  letter: Readable,
): Promise<void> {
  const sender = addressParser(from, { flatten: true })[0]?.address ?? '';
  return new Promise((resolve, failed) => {
    connection.once('error', failed);
    connection.once('end', () => failed(new Error('The SMTP connection ended.')));
    const post = () =>
      connection.send({ from: sender, to: [asciiEmail(to)] }, letter, (error) => {
        if (error) return failed(error);
        resolve();
        connection.quit();
      });
    connection.connect((error) => {
      if (error) return failed(error);
      if (!auth) return post();
      connection.login(auth as never, (refused) => (refused ? failed(refused) : post()));
    });
  });
}

/** Nothing of the letter left this house; only a refusal for good is final, and a login can be set right meanwhile. */
function before({ responseCode, code }: SmtpError): DeliveryRefused {
  if (code === 'EAUTH') return new DeliveryRefused('smtp_login_refused', true);
  if (responseCode !== undefined && responseCode >= 500) return new DeliveryRefused(`smtp_${responseCode}`, false);
  if (responseCode !== undefined) return new DeliveryRefused(`smtp_${responseCode}`, true);
  return new DeliveryRefused(code === 'EENVELOPE' ? 'smtp_address_refused' : UNREACHABLE, code !== 'EENVELOPE');
}

/** The letter was on its way: without the server's no it may have arrived. */
function afterwards(error: SmtpError): Error {
  const { responseCode } = error;
  if (responseCode === undefined || responseCode < 400) return error;
  return new DeliveryRefused(`smtp_${responseCode}`, responseCode < 500);
}
