import { Controller, Inject, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { isSuspended } from '../../../../../projections/tenant/reads.js';
import { ALL_ASSET_TYPES, assetBytesText } from '../../../../catalogue/assets.js';
import { streamedFile } from '../../../../http/answer/streamed-file.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { isKnown } from '../../../../http/request/conditional.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { ASSET_LINKS, type SignedAssetLinks } from '../../../../ports/media/signed-asset-links.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { type Downloadable, Downloads } from '../application/downloads.service.js';
import type { Body } from '../application/received-bytes.js';
import { Uploads } from '../application/uploads.service.js';
import { rangeOf } from './byte-range.js';

const TOKEN = {
  token: { description: 'Signature of the URL.', schema: { type: 'string', minLength: 1, maxLength: 500 } },
};
const CACHED_SECONDS = 900;

/** Nothing in a file runs as a page of this origin. */
const SANDBOX = "default-src 'none'; sandbox";

@ApiTags('Assets')
@Controller('assets')
export class AssetController {
  constructor(
    @Inject(ASSET_LINKS) private readonly links: SignedAssetLinks,
    @Inject(Uploads) private readonly uploads: Uploads,
    @Inject(Downloads) private readonly downloads: Downloads,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @Endpoint('asset.upload', {
    route: 'PUT uploads/:token',
    summary: 'Upload the file of a message',
    description: `The URL is the \`upload_url\` of the asset and takes one file. The body is the file itself, with its \`Content-Type\` and \`Content-Length\`. Usual aliases such as \`image/jpg\` are accepted; without a \`Content-Type\` the content decides. ${assetBytesText} The status of the asset changes when the file is processed.`,
    params: TOKEN,
    file: ALL_ASSET_TYPES,
    responses: { 204: null },
    errors: [
      'errors.asset.url_invalid',
      'errors.asset.not_found',
      'errors.asset.already_uploaded',
      'errors.asset.upload_in_progress',
      'errors.asset.too_large',
      'errors.asset.too_slow',
      'errors.tenant.suspended',
    ],
  })
  async upload(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    const ticket = this.links.readUpload(token) ?? reject('errors.asset.url_invalid');
    if (await isSuspended(this.documents, ticket.tenantId)) reject('errors.tenant.suspended');
    const { 'content-type': type, 'content-length': length } = request.headers;
    await this.uploads.receive(ticket, { type, length }, request.raw as Body, () => ctx.readsItself());
  }

  @Endpoint('asset.download', {
    route: 'GET downloads/:token',
    summary: 'Download the file or the thumbnail of a message',
    description:
      'The URL is the `download_url` or `thumbnail_url` of the asset. `Range` selects a part of the file. Files other than images are sent as attachments.',
    params: TOKEN,
    sends: ALL_ASSET_TYPES,
    responses: { 200: null, 206: null, 304: null },
    errors: ['errors.asset.url_invalid', 'errors.asset.not_found', 'errors.tenant.suspended'],
  })
  async download(@Param('token') token: string, @Req() request: FastifyRequest, @Ctx() ctx: RequestContext) {
    const ticket = this.links.readDownload(token) ?? reject('errors.asset.url_invalid');
    if (await isSuspended(this.documents, ticket.tenantId)) reject('errors.tenant.suspended');
    const file = await this.downloads.find(ticket);
    Object.assign(ctx.headers, headersOf(file));
    const { 'if-none-match': known, 'if-range': sameAs, range: asked } = request.headers;
    if (isKnown(known, ctx.headers.ETag ?? '')) {
      ctx.status = 304;
      return undefined;
    }
    const isSame = sameAs === undefined || sameAs === ctx.headers.ETag;
    const range = isSame ? rangeOf(asked, file.size) : undefined;
    if (range && file.size !== undefined) {
      ctx.status = 206;
      ctx.headers['Content-Range'] = `bytes ${range.first}-${range.last}/${file.size}`;
    }
    const length = range ? range.last - range.first + 1 : file.size;
    if (request.method === 'HEAD') {
      return streamedFile([], length);
    }
    const place = this.downloads.take(ticket);
    ctx.onClosed(() => place.release());
    return streamedFile(await this.downloads.open(ticket, file, range), length);
  }
}

function headersOf({ name, type, fileName }: Downloadable): Readonly<Record<string, string>> {
  const disposition = type.startsWith('image/') ? 'inline' : 'attachment';
  return {
    'Content-Type': type,
    'Content-Disposition': `${disposition}; filename="${fileName}"`,
    'Content-Security-Policy': SANDBOX,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': `private, max-age=${CACHED_SECONDS}`,
    'Accept-Ranges': 'bytes',
    ETag: `"${name}"`,
  };
}
