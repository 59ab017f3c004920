import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { callsOf } from '../pipeline/assert-every-route-guarded.js';
import { completed } from './complete-document.js';

const ABOUT = `Multi-tenant conversations between staff and clients, over REST and sockets, on an event log.

Every refusal is an Error with a code of the catalogue; what a call does not define is refused by name (400).
A method that a path does not have is 405 with Allow.`;

/** The API as its code says it is (contract 1); `site/public/openapi.json` is this, committed. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Tidings')
    .setDescription(ABOUT)
    .setVersion('1.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'This service')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An access token, or an API key' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY' }, 'apiKey');
  return completed(SwaggerModule.createDocument(app, builder.build()), callsOf(app));
}

/** The document as it is served, made on first demand. */
export class ApiReference {
  private made?: string;
  private app?: INestApplication;

  describe(app: INestApplication): void {
    this.app = app;
  }

  get text(): string {
    this.made ??= JSON.stringify(this.app ? openApiDocument(this.app) : {});
    return this.made;
  }
}
