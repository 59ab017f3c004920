import type { Agent } from 'node:http';
import type https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as secured } from 'node:tls';
import { http } from '../../lib/node-http.js';

/** The members of Node's options that a tunnel needs. */
interface Wanted {
  readonly host: string;
  readonly port: number;
  readonly lookup: LookupFunction;
  readonly servername?: string;
}

type Done = (error: Error | null, socket?: Socket) => void;

/**
 * Connects the agent through an HTTP proxy (RFC 9110, section 9.3.6). The proxy gets an address that is already checked,
 * and no name that it would look up by itself.
 */
export function tunnelled<A extends Agent | https.Agent>(agent: A, proxy: URL, isTls: boolean): A {
  const createConnection = (options: Wanted, done: Done): undefined => {
    addressOf(options, (error, address) => {
      if (error || address === undefined) return done(error ?? new Error('No address.'));
      connect(proxy, address, options.port, (failed, socket) => {
        if (failed || !socket) return done(failed);
        done(null, isTls ? secured({ ...options, socket, servername: options.servername ?? options.host }) : socket);
      });
    });
  };
  return Object.assign(agent, { createConnection });
}

function addressOf({ host, lookup }: Wanted, done: (error: Error | null, address?: string) => void): void {
  if (isIP(host) > 0) done(null, host);
  else lookup(host, { all: false }, (error, address) => done(error, typeof address === 'string' ? address : undefined));
}

function connect(proxy: URL, address: string, port: number, done: Done): void {
  const path = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  const { username, password } = proxy;
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const asked = http.request({
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port === '' ? 80 : Number(proxy.port),
    method: 'CONNECT',
    path,
    headers: { host: path, ...(username === '' ? {} : { 'proxy-authorization': `Basic ${basic}` }) },
    agent: false,
  });
  asked.on('error', (error) => done(error));
  asked.on('connect', ({ statusCode }, socket) => {
    if (statusCode === 200) return done(null, socket as Socket);
    socket.destroy();
    done(new Error(`The proxy answered ${statusCode}.`));
  });
  asked.end();
}
