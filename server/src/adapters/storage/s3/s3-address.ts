import { isIP } from 'node:net'

/** A bucket, and how it is reached. */
export interface ObjectStoreAccess {
  readonly bucket: string
  /** begins all keys; empty, or with a slash at its end */
  readonly prefix: string
  /** undefined: Amazon S3 in `region` */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** undefined: decided by the endpoint */
  readonly isPathStyle: boolean | undefined
}

/**
 * Returns the address of the bucket, without a slash at its end. Path style (`host/bucket`) is used for an endpoint that is
 * an IP address or carries a port or a path, and for bucket names that no certificate for `*.host` covers.
 */
export function bucketAddress(
  { bucket, endpoint, isPathStyle }: Pick<ObjectStoreAccess, 'bucket' | 'endpoint' | 'isPathStyle'>,
  region: string,
): string {
  const url = new URL(endpoint ?? amazonAddress(region))
  const base = `${url.origin}${url.pathname.replace(/\/$/, '')}`
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const needsPath =
    isIP(host) !== 0 || url.port !== '' || url.pathname !== '/' || !/^[a-z0-9][a-z0-9-]*$/.test(bucket)
  if (isPathStyle ?? needsPath) return `${base}/${encodeURIComponent(bucket)}`
  return `${url.protocol}//${bucket}.${url.host}${url.pathname.replace(/\/$/, '')}`
}

const amazonAddress = (region: string) =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

/** Encodes a key for a path; slashes stay. */
export const encodedKey = (key: string): string =>
  key
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment).replaceAll(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')
