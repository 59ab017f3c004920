import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { endpointsOf } from '../pipeline/endpoints.js';
import { completed } from './complete-document.js';
import { tags } from './tags.js';

const ABOUT = `Tidings is a multi-tenant service for conversations between the users of a tenant and its clients.
It offers a REST API, sockets and webhooks.

Every error response has the schema ErrorDto and a code of the error catalogue.
A call rejects body members and query parameters that it does not define.
A path that does not support a method answers 405 with the header \`Allow\`.`;

/** The OpenAPI document from the code (contract 1); `site/public/openapi.json` is its committed copy. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Tidings')
    .setDescription(ABOUT)
    .setVersion('1.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'This deployment.')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'Access token or API key.' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'API key.' }, 'apiKey');
  for (const [name, description] of Object.entries(tags)) builder.addTag(name, description);
  return completed(SwaggerModule.createDocument(app, builder.build()), endpointsOf(app));
}

/** The served document as text, built on the first request. */
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
