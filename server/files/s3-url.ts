/** An S3-compatible store, as S3_URL describes it. */
export interface S3Options {
  /** Base URL of the server, without a path. */
  origin: string;
  bucket: string;
  /** Start of the names of all objects: empty, or ends with a slash. */
  prefix: string;
  region: string;
  access_key: string;
  secret: string;
}

const DEFAULT_REGION = 'us-east-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/**
 * Parses `s3://KEY:SECRET@host:port/bucket/prefix?region=eu-central-1&tls=off`. Returns null if it is invalid. Special
 * characters of the key and the secret are percent-encoded.
 */
export function parseS3Url(text: string): S3Options | null {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return null;
  const url = new URL(text);
  const tls = url.searchParams.get('tls') ?? 'on';
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  const known = [...url.searchParams.keys()].every((key) => key === 'region' || key === 'tls');
  if (!known || !['on', 'off'].includes(tls) || !BUCKET.test(bucket) || url.host === '') return null;
  if (!folders.every((folder) => /^[\w.-]+$/.test(folder))) return null;
  try {
    const [access_key, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    if (access_key === '' || secret === '') return null;
    return {
      origin: `${tls === 'on' ? 'https' : 'http'}://${url.host}`,
      bucket,
      prefix: folders.map((folder) => `${folder}/`).join(''),
      region: url.searchParams.get('region') ?? DEFAULT_REGION,
      access_key,
      secret,
    };
  } catch {
    return null;
  }
}
