import { type Environment, WrongSetting } from './environment.js';

export interface AssetSettings {
  /** `file:` and `file:<path>` are folders, `s3://bucket/prefix` an S3-compatible bucket. */
  readonly assetStoreUrl: string;
  /** Program that compresses video and audio. */
  readonly ffmpeg: string;
}

const PARAMETERS = ['region', 'endpoint'];

function isBucket(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, searchParams } = new URL(url);
  const endpoint = searchParams.get('endpoint');
  const isKnown = [...searchParams.keys()].every((name) => PARAMETERS.includes(name));
  const isReachable = !endpoint || /^https?:\/\/[^/]+\/?$/.test(endpoint);
  return protocol === 's3:' && hostname !== '' && username === '' && isKnown && isReachable;
}

/** @throws WrongSetting */
export function assetSettings({ ASSET_STORE_URL: url = '', FFMPEG: ffmpeg }: Environment): AssetSettings {
  if (url === '' || url.startsWith('file:') || isBucket(url)) {
    return { assetStoreUrl: url || 'file:', ffmpeg: ffmpeg || 'ffmpeg' };
  }
  throw new WrongSetting(
    'ASSET_STORE_URL must be like file:/srv/assets or s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example, without credentials.',
  );
}
