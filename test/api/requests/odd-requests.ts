import { request } from 'node:http';
import type { Answer } from '../../support/api.js';

/** A request as `fetch` would not make it: the path as it is, any method, a body where none belongs. */
export function oddly(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
  body?: string,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const asked = request(
      { hostname, port, method, path, headers: { ...headers, ...length }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.startsWith('application/json') && text !== '';
          const given = Object.entries(response.headers).map(
            ([name, value]) => [name, String(value)] as [string, string],
          );
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(given),
            body: isJson ? JSON.parse(text) : undefined,
            text,
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}
