import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

async function listening(): Promise<string> {
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const said = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...said, jwks_uri: `${issuer}/jwks` }));
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let issuer: Promise<string> | undefined;

/** Issuer of an OIDC provider that says where its endpoints are, and nothing else. It ends with the process. */
export function discoveryStub(): Promise<string> {
  issuer ??= listening();
  return issuer;
}
