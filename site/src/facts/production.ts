import type { Table } from './tables.js';

/** Steps of an operator before people use a deployment. A test looks up the settings and the commands. */
export const productionTable: Table = {
  head: ['Before people use it', 'Reason'],
  rows: [
    [
      'Set `PUBLIC_URL` to an `https` origin. Let a proxy end TLS and pass on the `Host` header.',
      'Tokens name this origin, and links in e-mails begin with it. Passkeys need https.',
    ],
    ['Set `TRUST_PROXY` to the addresses of the proxy.', 'Without it, rate limits count all clients as one address.'],
    [
      'Point the DNS wildcard and its certificate to the service, such as `*.tidings.example`.',
      'Each tenant has two domains below the host of `PUBLIC_URL`.',
    ],
    [
      'Set `MASTER_KEY` from a store of secrets, and keep a copy apart from the backups.',
      'No backup has it, and no backup can be read without it.',
    ],
    [
      'Put `DATA_DIR` on an encrypted local disk that only the user of the service reads.',
      'Read models hold texts in plain form, and each write waits for this disk.',
    ],
    ['Set `SIGNUP_INVITE_CODES`, unless everybody may sign up.', 'Without codes, each visitor can create a tenant.'],
    [
      'Set `SMTP_URL` and `MAIL_FROM`, and the SMS provider of each tenant.',
      'Without them, e-mails and SMS are files in the outbox of `DATA_DIR`.',
    ],
    ['Leave `OUTBOUND_ALLOW` empty.', 'Otherwise URLs of tenants can reach private addresses.'],
    [
      'Probe `/health/ready`. Set `METRICS_TOKEN`, and load the alerts and the dashboard of `deploy/monitoring`.',
      'Each alert names its remedy.',
    ],
    [
      'Run `npm run tidings -- backup` each night. Keep its folder and its keys file in different places.',
      'Delete each older keys file. An erasure then reaches the backups too.',
    ],
    [
      'Run `npm run tidings -- restore` into an empty folder, and start a copy there with `EFFECTS=off`.',
      'A backup that nobody restored proves nothing. The copy sends no webhook, e-mail or SMS.',
    ],
    [
      'Keep checkpoints and `/.well-known/tidings-log-keys` elsewhere. Run `npm run tidings -- log verify` against them.',
      'Only a kept checkpoint shows that the log was cut off or written again.',
    ],
    [
      'Allow open files and heap for your sockets: 34,000 files and 1 GiB for 20,000 sockets.',
      'Above its share, the service ends a socket for each further one.',
    ],
    ['Synchronise the clock of the machine.', 'After a jump of over an hour, removals by time wait for a day.'],
    [
      'Write your imprint, privacy notice and terms in the file of `SITE_SETTINGS`. Set `SECURITY_CONTACT`.',
      'Readers find them on the site and in `/.well-known/security.txt`.',
    ],
    [
      'Before an upgrade, make a backup and free twice the space of the read models.',
      'A release can build new read models next to those that serve.',
    ],
    [
      'Run `npm run tidings -- doctor` after each start.',
      'It names what is wrong with disk, clock, settings and stores, and what to do.',
    ],
  ],
};
