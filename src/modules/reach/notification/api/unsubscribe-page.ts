import { PAGE_POLICIES } from '../../../../http/site/page-policies.js';
import { escapeHtml } from '../../../../lib/template.js';

const TEXTS = {
  en: {
    title: 'Unsubscribe',
    asks: (tenant: string) => `Do you want no more e-mails from ${tenant} about this conversation?`,
    button: 'Unsubscribe',
    done: (tenant: string) => `You get no more e-mails from ${tenant} about this conversation.`,
  },
  de: {
    title: 'Abmelden',
    asks: (tenant: string) => `Möchten Sie keine E-Mails von ${tenant} zu dieser Unterhaltung mehr erhalten?`,
    button: 'Abmelden',
    done: (tenant: string) => `Sie erhalten keine E-Mails von ${tenant} zu dieser Unterhaltung mehr.`,
  },
} as const;

/** No script, no style from elsewhere; the form posts to the page's own address. */
export const PAGE_HEADERS = {
  ...PAGE_POLICIES,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The page before or after the unsubscription. */
export function unsubscribePage(language: 'en' | 'de', tenant: string, state: 'asks' | 'done'): string {
  const text = TEXTS[language];
  const button = state === 'asks' ? `<form method="post"><button>${text.button}</button></form>` : '';
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">',
    `<title>${text.title}</title></head><body><main><h1>${text.title}</h1>`,
    `<p>${escapeHtml(text[state](tenant))}</p>${button}</main></body></html>`,
  ].join('');
}
