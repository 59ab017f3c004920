import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Config } from '../config.js';

const ABOUT = 'Multi-tenant conversations between staff and clients, over REST and sockets, on an event log.';

/** The API as its code says it is (contract 1); `site/public/openapi.json` is this, committed. */
export function openApiDocument(app: NestFastifyApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Tidings')
    .setDescription(ABOUT)
    .setVersion('1.0')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'This service')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY' }, 'apiKey');
  const document = SwaggerModule.createDocument(app, builder.build());
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item) as { security?: object[]; 'x-roles'?: unknown }[]) {
      if (operation['x-roles'] !== undefined && operation['x-roles'] !== 'public')
        operation.security = [{ bearer: [] }, { apiKey: [] }];
      else if (operation['x-roles'] === 'public') operation.security = [];
    }
  }
  return document;
}

/** Answered at `/api/v1/openapi.json`, made on first demand. */
export function serveOpenApi(app: NestFastifyApplication, _config: Config): void {
  let text: string | undefined;
  app
    .getHttpAdapter()
    .getInstance()
    .get(
      '/api/v1/openapi.json',
      async (_request: unknown, reply: { type: (type: string) => { send: (body: string) => unknown } }) => {
        text ??= JSON.stringify(openApiDocument(app));
        return reply.type('application/json; charset=utf-8').send(text);
      },
    );
}
