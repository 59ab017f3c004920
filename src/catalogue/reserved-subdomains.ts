/** Names by which browsers, mail programs and people find services of the operator. No tenant gets one. */
const NAMES = new Set(
  `
  abuse account accounts admin administrator api api-docs app apps auth autoconfig autodiscover billing blog broadcasthost
  careers cdn client community contact dashboard dev developer developers dns docs domains download downloads email embed
  ftp gateway grafana health help hostmaster identity imap info internal intranet isatap legal localdomain localhost login
  logout mail mailer mailer-daemon mailhost media metrics mta mta-sts my network news newsletter no-reply nobody noc
  noreply ns1 ns2 ns3 ns4 oauth operator password pay payment payments pki pop pop3 portal postmaster private prod
  production proxy public push register reset root sdk secure security service sftp sign-in sign-up signin signup site
  smtp socket ssh ssl ssladmin ssladministrator sslwebmaster sso staging static stats status store support sysadmin system
  tidings tls unsubscribe usenet uucp vpn web webhook webhooks webmail webmaster wpad www www1 www2
  `
    .trim()
    .split(/\s+/),
);

/** `xn--…` and the like look like other names in a browser (RFC 5891, 4.2.3.1). */
const LOOKS_OTHERWISE = /^..--/;

export const isReservedSubdomain = (subdomain: string): boolean =>
  NAMES.has(subdomain) || LOOKS_OTHERWISE.test(subdomain);
