import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  readonly url: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Requests that did not end: their objects do not exist. */
  aborted: number;
  /** Answers 503 while it is set. */
  isAway: boolean;
  close(): Promise<void>;
}

const text = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>${body}`;

/** What the adapter needs of an S3-compatible server, in memory. Requests must be signed; the signature is not checked. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://s3');
    const key = decodeURIComponent(url.pathname.slice(1));
    const answer = (status: number, body: string | Buffer = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      state.aborted++;
      return;
    }
    if (state.isAway) return answer(503);
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return answer(403);
    if (request.method === 'PUT') {
      objects.set(key, Buffer.concat(chunks));
      return answer(200, '', { etag: '"1"' });
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    if (url.searchParams.has('list-type')) return answer(200, listing(key, url.searchParams));
    const found = objects.get(key);
    if (!found)
      return answer(404, text('<Error><Code>NoSuchKey</Code></Error>'), { 'content-type': 'application/xml' });
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (first === undefined) return answer(200, found);
    return answer(206, found.subarray(Number(first), Number(last) + 1));
  });

  /** Two keys a page, so that the pages are read. */
  function listing(bucket: string, query: URLSearchParams): string {
    const prefix = `${bucket.replace(/\/$/, '')}/${query.get('prefix') ?? ''}`;
    const after = query.get('continuation-token') ?? '';
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const most = Math.min(2, Number(query.get('max-keys') ?? 2));
    const page = all.slice(0, most);
    const more = all.length > most;
    const entries = page.map(
      (key) => `<Contents><Key>${key.slice(bucket.replace(/\/$/, '').length + 1)}</Key></Contents>`,
    );
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return text(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${entries.join('')}${next}</ListBucketResult>`);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const state = {
    url: `http://127.0.0.1:${port}`,
    objects,
    aborted: 0,
    isAway: false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}
