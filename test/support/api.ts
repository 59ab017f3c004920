import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Provider } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, startApp } from '../../src/composition/create-app.js';
import { readConfig } from '../../src/config/config.js';
import type { Manifest } from '../../src/engine/manifest.js';
import { openApiDocument } from '../../src/http/openapi/document/openapi.js';
import { enginesFor } from './engines.js';
import { METRICS_TOKEN } from './metrics.js';
import { type OpenApi, type ResponseJudge, responseJudge } from './openapi/open-api.js';
import { sharedGazetteer, sharedProcesses } from './shared-adapters.js';

export interface Ask {
  readonly token?: string;
  readonly body?: unknown;
  /** Sent as it is; overrides `body`. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer.
export interface Answer<T = any> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
  readonly text: string;
}

export interface Tidings {
  readonly app: NestFastifyApplication;
  readonly url: string;
  readonly dataDir: string;
  /** Paths are below /api/v1 unless they start with `//`. Every answer is held against the OpenAPI file. */
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  close(): Promise<void>;
  /** Closes the app and starts another one on the same data. */
  again(): Promise<Tidings>;
}

const LOOK_MS = 50;

/** As a process leaves: a connection whose request was under way when it began to close is idle only later. */
export async function closeApp(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  const sweeping = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweeping);
  }
}

/** No setting changes what responses are, so each worker builds the document and its schemas once. */
let judgeOfAll: ResponseJudge | undefined;

function judgeOf(app: NestFastifyApplication, modules: readonly Manifest[] | undefined): ResponseJudge {
  const made = () => responseJudge(openApiDocument(app) as unknown as OpenApi);
  if (modules) return made();
  judgeOfAll ??= made();
  return judgeOfAll;
}

/** The whole service, on embedded engines in a folder of its own unless others are named, over real HTTP. */
export async function startTidings(
  environment: Readonly<Record<string, string>> = {},
  dataDir?: string,
  modules?: readonly Manifest[],
  replaced?: readonly Provider[],
): Promise<Tidings> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'tidings-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    SECURITY_CONTACT: 'mailto:security@tidings.example',
    // Nothing answers there, so that no test asks the name servers of the machine for TXT records.
    DNS_SERVERS: '127.0.0.1:9',
    MAIN_TENANTS: 'pluto,zeta',
    // Tests move clocks.
    CLOCK_TRUSTED: 'true',
    METRICS_TOKEN,
    ...enginesFor(folder),
    ...environment,
  });
  const shared = [...sharedProcesses, ...(config.geocoder ? [] : [sharedGazetteer])];
  const app = await createApp(config, modules, [...shared, ...(replaced ?? [])]);
  await startApp(app, config);
  const address = app.getHttpServer().address() as { port: number };
  const url = `http://127.0.0.1:${address.port}`;
  const judge = judgeOf(app, modules);

  const call = async (method: string, path: string, { token, body, raw, headers }: Ask = {}): Promise<Answer> => {
    const target = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`;
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${url}${target}`, {
      method,
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent as string }),
      headers: {
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('application/json') && text !== '';
    const answer = {
      status: response.status,
      headers: response.headers,
      body: json ? JSON.parse(text) : undefined,
      text,
    };
    const wrong = judge(method, target, answer.status, answer.body, answer.headers);
    if (wrong) throw new Error(`${wrong}\n${text.slice(0, 2000)}`);
    return answer;
  };

  return {
    app,
    url,
    dataDir: folder,
    call,
    async close() {
      await closeApp(app);
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
    async again() {
      await closeApp(app);
      return startTidings(environment, folder, modules, replaced);
    },
  };
}
