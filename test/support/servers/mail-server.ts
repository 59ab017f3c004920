import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What it does with the next mails. */
export type MailBehaviour =
  | 'take'
  /** Says no to the receiver for now, or for good. */
  | 'later'
  | 'refuse'
  /** Says no, or not now, once it has the whole letter. */
  | 'refuse-letter'
  | 'letter-later'
  /** Breaks the line before the letter, while it comes, or once it has taken it. */
  | 'drop-early'
  | 'drop-midway'
  | 'take-and-die'
  /** Takes it and never answers. */
  | 'stall';

interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** What the library keeps of a connection. */
interface Connection {
  readonly session: { readonly id: string };
  readonly _socket: { destroy(): void };
}

/** Servers like to name whom they refuse. */
const refusal = (responseCode: number, whom = 'nobody') =>
  Object.assign(new Error(`said by the stand-in of ${whom}`), { responseCode });

/** A real SMTP server on loopback. */
export async function aMailServer(port = 0) {
  const taken: TakenMail[] = [];
  let behaviour: MailBehaviour = 'take';
  let mails = 0;

  const lines = () => [...(server as unknown as { connections: Set<Connection> }).connections];
  const cut = ({ id }: { readonly id: string }) =>
    lines()
      .find(({ session }) => session.id === id)
      ?._socket.destroy();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, session, done) {
      if (behaviour === 'drop-early') return cut(session);
      if (behaviour === 'later') return done(refusal(450, address));
      return behaviour === 'refuse' ? done(refusal(550, address)) : done();
    },
    onData(stream, session, done) {
      mails++;
      let text = '';
      stream.on('data', (part: Buffer) => {
        text += part.toString();
        if (behaviour === 'drop-midway') cut(session);
      });
      stream.on('end', () => {
        if (behaviour === 'refuse-letter') return done(refusal(554));
        if (behaviour === 'letter-later') return done(refusal(451));
        if (behaviour === 'drop-midway') return undefined;
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text });
        if (behaviour === 'take-and-die') return cut(session);
        return behaviour === 'stall' ? undefined : done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

  return {
    url,
    taken,
    /** How many letters came, taken or not. */
    get mails() {
      return mails;
    },
    behave(next: MailBehaviour) {
      behaviour = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const { _socket } of lines()) _socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export type AMailServer = Awaited<ReturnType<typeof aMailServer>>;
