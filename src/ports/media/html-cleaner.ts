import { token } from '../../kernel/token.js';

/**
 * Keeps of HTML what is harmless (contract 13) and drops the rest. Placeholders `{{ … }}` stay in text and in `alt`, and
 * in a link or a source behind a host that is spelled out. Cleaning what is clean changes nothing and costs little. HTML
 * with too much markup to be cleaned quickly is kept as text alone.
 */
export interface HtmlCleaner {
  clean(html: string): string;
}

export const HTML_CLEANER = token<HtmlCleaner>('HtmlCleaner');
