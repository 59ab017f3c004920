import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECOND } from '../../kernel/instant.js';
import { PacedServer } from '../server/paced-server.js';
import type { Metrics } from './metrics.js';
import { isMetricsReader } from './metrics-access.js';

const HOST = '127.0.0.1';
const MOST_CONNECTIONS = 20;
const TIMEOUTS = { headersTimeout: 5 * SECOND, requestTimeout: 10 * SECOND };

/** Serves `/metrics` on a port of its own. Only this machine reaches it, and METRICS_TOKEN counts here too. */
export class MetricsServer {
  private readonly server = new PacedServer(TIMEOUTS, (request, response) => void this.answer(request, response));

  constructor(
    private readonly metrics: Pick<Metrics, 'text' | 'contentType'>,
    private readonly metricsToken: string | undefined,
  ) {
    this.server.maxConnections = MOST_CONNECTIONS;
  }

  /** @throws Error `EADDRINUSE` where the port is taken */
  async listen(port: number): Promise<void> {
    this.server.listen(port, HOST);
    await once(this.server, 'listening');
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer({ method = '', url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = ['GET', 'HEAD'].includes(method) && url?.split('?')[0] === '/metrics';
    const isAllowed = this.metricsToken === undefined || isMetricsReader(headers.authorization, this.metricsToken);
    if (!isRead || !isAllowed) {
      response.writeHead(isRead ? 401 : 404).end();
      return;
    }
    try {
      const text = await this.metrics.text();
      response.writeHead(200, { 'Content-Type': this.metrics.contentType }).end(text);
    } catch {
      response.writeHead(503).end();
    }
  }
}
