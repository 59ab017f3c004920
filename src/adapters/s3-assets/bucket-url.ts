/** Where assets lie in an S3-compatible bucket. */
export interface BucketUrl {
  readonly bucket: string;
  /** Empty, or ends with `/`. */
  readonly prefix: string;
  readonly region: string;
  /** Origin of a server other than Amazon's. */
  readonly endpoint?: string;
}

/** Reads `s3://bucket/prefix?region=…&endpoint=https://…`. */
export function readBucketUrl(text: string): BucketUrl {
  const { hostname, pathname, searchParams } = new URL(text);
  const prefix = pathname.replace(/^\/|\/$/g, '');
  const endpoint = searchParams.get('endpoint');
  return {
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: searchParams.get('region') ?? 'us-east-1',
    ...(endpoint === null ? {} : { endpoint }),
  };
}
