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

/** A page on an origin of its own, with the strict policy and the unfriendly style sheet of a host. */
export async function foreignPage(service: string, attributes: string): Promise<ForeignPage> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `script-src ${service}`,
    `connect-src ${service} ${service.replace('http', 'ws')}`,
    `img-src ${service}`,
  ].join('; ');
  const html = `<!doctype html><html lang="en"><title>Host</title><link rel="stylesheet" href="/style.css">
<script type="module" src="${service}/embed/tidings-conversation.js"></script>
<main><h1>Host</h1><tidings-conversation ${attributes}></tidings-conversation></main></html>`;
  const server = createServer(({ url }, response) => {
    const isStyle = url === '/style.css';
    response.writeHead(200, { 'Content-Type': isStyle ? 'text/css' : 'text/html', 'Content-Security-Policy': policy });
    response.end(isStyle ? STYLE : html);
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
