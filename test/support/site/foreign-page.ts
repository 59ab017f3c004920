import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForeignPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Its rules for elements would hide or distort every part of the client that they reach. */
const STYLE = `* { font-size: 30px; color: red; letter-spacing: 1em; text-transform: uppercase; }
div, button, p, ol, li, textarea, form, section, header { display: none !important; }
html { direction: rtl; }`;

/** What the page shows of the service, and its style sheet. */
interface Shown {
  readonly module?: 'tidings-conversation' | 'launcher';
  readonly element?: string;
  readonly style?: string;
  /** Markup in place of module and element. */
  readonly markup?: string;
}

/** A page on an origin of its own, with the strict policy and the unfriendly style sheet of a host. */
export async function foreignPage(
  service: string,
  attributes: string,
  { module = 'tidings-conversation', element = 'tidings-conversation', style = STYLE, markup }: Shown = {},
): Promise<ForeignPage> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `script-src ${service}`,
    `connect-src ${service} ${service.replace('http', 'ws')}`,
    `img-src ${service}`,
  ].join('; ');
  const shown =
    markup ??
    `<script type="module" src="${service}/embed/${module}.js"></script>
<main><h1>Host</h1><${element} ${attributes}></${element}></main>`;
  const html = `<!doctype html><html lang="en"><title>Host</title><link rel="stylesheet" href="/style.css">
${shown}</html>`;
  const server = createServer(({ url }, response) => {
    const isStyle = url === '/style.css';
    response.writeHead(200, { 'Content-Type': isStyle ? 'text/css' : 'text/html', 'Content-Security-Policy': policy });
    response.end(isStyle ? style : html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
