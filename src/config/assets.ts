import { WrongSetting } from './environment.js';
import { setting } from './setting.js';

const PARAMETERS = ['region', 'endpoint'];

function isBucket(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, searchParams } = new URL(url);
  const endpoint = searchParams.get('endpoint');
  const isKnown = [...searchParams.keys()].every((name) => PARAMETERS.includes(name));
  const isReachable = !endpoint || /^https?:\/\/[^/@]+\/?$/.test(endpoint);
  return protocol === 's3:' && hostname !== '' && username === '' && isKnown && isReachable;
}

export const assetSettings = {
  /** `file:` and `file:<path>` are folders, `s3://bucket/prefix` an S3-compatible bucket. */
  assetStoreUrl: setting(
    {
      name: 'ASSET_STORE_URL',
      default: '`file:`',
      values:
        '`file:` for `DATA_DIR/assets`, a folder like `file:/srv/assets`, or `s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example`',
      meaning:
        'files of messages; credentials of a bucket come from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or from where the AWS SDK finds them',
    },
    (url = 'file:') => {
      if (url.startsWith('file:') || isBucket(url)) return url;
      throw new WrongSetting(
        'ASSET_STORE_URL must be like file:/srv/assets or s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example, without credentials.',
      );
    },
  ),
  ffmpeg: setting(
    {
      name: 'FFMPEG',
      default: '`ffmpeg`',
      values: 'program',
      meaning: 'program that compresses audio and video; if it is not installed, they stay as uploaded',
    },
    (given = 'ffmpeg') => given,
  ),
};
