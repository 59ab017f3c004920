import type { Browser, BrowserContextOptions, ConsoleMessage, Page, Request } from 'playwright-core';
import { linkIn, mailsTo, tokenIn, tokenSentTo } from '../../fixtures/password-mails.js';
import type { Tidings } from '../api.js';
import { openPage } from './site-page.js';

/** A password that is not the one of the fixtures. */
export const ANOTHER = 'a loud yellow mountain';

/** A folder for pictures of the pages, to be looked at. */
const { RESET_PICTURES } = process.env;

type Prepare = (page: Page) => Promise<unknown>;

/** A browser notes each 404, also that of a person who has no preferences yet (contract 12). */
const isComplaint = (message: ConsoleMessage): boolean =>
  message.type() === 'error' && !/\/users\/[^/]+\/preferences$/.test(message.location().url);

/** What the pages of a spec requested, and what they wrote as errors. Both begin again with each page. */
export class AppVisits {
  readonly sent: Request[] = [];
  readonly complaints: string[] = [];

  constructor(private readonly browser: Browser | undefined) {}

  /** A page in English on a narrow screen unless the options say otherwise. */
  open(url: string, options: BrowserContextOptions = {}, prepare?: Prepare): Promise<Page> {
    this.sent.length = 0;
    this.complaints.length = 0;
    const listen: Prepare = async (page) => {
      page.on('request', (request) => this.sent.push(request));
      page.on('console', (message) => isComplaint(message) && this.complaints.push(message.text()));
      page.on('pageerror', (error) => this.complaints.push(String(error)));
      await prepare?.(page);
    };
    return openPage(this.browser!, url, listen, {
      locale: 'en-GB',
      viewport: { width: 320, height: 900 },
      ...options,
    });
  }
}

/** The link of a mail, at the address where the service listens. */
export const here = ({ url }: Tidings, link: string): string => link.replace('http://127.0.0.1:3000', url);

/** The link of a password reset that is requested now. */
export async function resetLink(service: Tidings, tenantId: string, email: string): Promise<string> {
  const before = mailsTo(service, email).map(tokenIn);
  await service.call('POST', `/auth/${tenantId}/password-reset`, { body: { email } });
  const token = await tokenSentTo(service, email, before);
  const links = mailsTo(service, email).map(linkIn);
  return here(service, links.find((link) => link.endsWith(token)) ?? '');
}

export async function fill(page: Page, email: string, password: string, repeat = password): Promise<void> {
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(password);
  await page.locator('#repeat').fill(repeat);
}

export const submit = (page: Page): Promise<void> => page.locator('button[type=submit]').click();

export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement.id || document.activeElement.className');

export async function picture(page: Page, name: string): Promise<void> {
  if (RESET_PICTURES) await page.screenshot({ path: `${RESET_PICTURES}/${name}.png`, fullPage: true });
}
