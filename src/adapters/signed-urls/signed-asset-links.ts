import { timingSafeEqual } from 'node:crypto';
import { isAssetKind } from '../../catalogue/assets.js';
import { limits } from '../../catalogue/limits/limits.js';
import { epochMs, instant, MINUTE } from '../../kernel/instant.js';
import type { Secrets } from '../../ports/identity/secrets.js';
import { type AssetOwner, uploadEnd } from '../../ports/media/asset-links.js';
import type { SignedAssetLinks } from '../../ports/media/signed-asset-links.js';
import type { Clock } from '../../ports/process/clock.js';

type Purpose = 'asset-upload' | 'asset-download' | 'export-download';

const FOLDERS: Readonly<Record<Purpose, string>> = {
  'asset-upload': 'assets/uploads',
  'asset-download': 'assets/downloads',
  'export-download': 'audit/exports/downloads',
};

type Said = readonly [tenantId: string, conversationId: string, messageId: string, about: string, expiresMs: number];

/** A token is base64url of what it allows, a point, and a digest for its purpose, which only the master key can make. */
export function signedAssetLinks(secrets: Secrets, clock: Clock, publicUrl: string): SignedAssetLinks {
  function url(purpose: Purpose, said: Said): string {
    const text = Buffer.from(JSON.stringify(said)).toString('base64url');
    return `${publicUrl}/api/v1/${FOLDERS[purpose]}/${text}.${secrets.digest(purpose, text)}`;
  }

  function read(purpose: Purpose, token: string): Said | undefined {
    const [text = '', digest = '', more] = token.split('.');
    const [given, made] = [Buffer.from(digest), Buffer.from(secrets.digest(purpose, text))];
    const isGenuine = more === undefined && given.length === made.length && timingSafeEqual(given, made);
    if (!isGenuine) return undefined;
    const said = JSON.parse(Buffer.from(text, 'base64url').toString()) as Said;
    return said[4] > epochMs(clock.now()) ? said : undefined;
  }

  const of = ({ tenantId, conversationId, messageId }: AssetOwner) => [tenantId, conversationId, messageId] as const;

  const downloadEndMs = () => epochMs(clock.now()) + limits.downloadMinutes * MINUTE;

  return {
    upload: (owner, kind, postedAt) => url('asset-upload', [...of(owner), kind, epochMs(uploadEnd(postedAt))]),

    download: (owner, part) => url('asset-download', [...of(owner), part, downloadEndMs()]),

    exported: ({ tenantId, exportId, part }) => url('export-download', [tenantId, '', exportId, part, downloadEndMs()]),

    readUpload(token) {
      const [tenantId = '', conversationId = '', messageId = '', kind = '', expiresMs = 0] =
        read('asset-upload', token) ?? [];
      if (!isAssetKind(kind)) return undefined;
      return { tenantId, conversationId, messageId, kind, expires: instant(expiresMs) };
    },

    readDownload(token) {
      const said = read('asset-download', token);
      if (!said) return undefined;
      const [tenantId, conversationId, messageId, part] = said;
      return { tenantId, conversationId, messageId, part: part === 'thumbnail' ? part : 'content' };
    },

    readExported(token) {
      const said = read('export-download', token);
      if (!said) return undefined;
      const [tenantId, , exportId, part] = said;
      return { tenantId, exportId, part: part === 'manifest' ? part : 'file' };
    },
  };
}
