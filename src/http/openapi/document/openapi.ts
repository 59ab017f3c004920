import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { retriedCodes, retriedStatuses } from '../../../catalogue/error-texts/retries.js';
import { endpointsOf } from '../../request/endpoints.js';
import { tags } from '../endpoint/tags.js';
import { about } from './about.js';
import { completed } from './complete-document.js';

/** The OpenAPI document from the code (contract 1); `site/public/openapi.json` is its committed copy. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Tidings')
    .setDescription(about)
    .setVersion('1.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'This deployment.')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'Access token or API key.' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'API key.' }, 'apiKey');
  for (const [name, description] of Object.entries(tags)) builder.addTag(name, description);
  const document = completed(SwaggerModule.createDocument(app, builder.build()), endpointsOf(app));
  Object.assign(document.info, { 'x-retries': { statuses: retriedStatuses, codes: retriedCodes } });
  return document;
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
