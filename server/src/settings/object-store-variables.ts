import { z } from 'zod'
import type { ObjectStoreAccess } from '../adapters/storage/s3/s3-address.ts'
import { StartFailure } from '#lib/start-failure.ts'
import { apiKey, onOff, trimmedText, variableNotes, webAddress } from '#lib/variable-types.ts'

/** Variables of the store for files beyond one machine. */
export const OBJECT_STORE_VARIABLES = {
  OBJECT_STORE_URL: trimmedText
    .regex(
      /^s3:\/\/[A-Za-z0-9._-]{3,63}(?:\/[^/\s?#][^\s?#]*)?$/,
      'must be s3://bucket or s3://bucket/prefix',
    )
    .optional()
    .register(variableNotes, {
      meaning:
        'Bucket of an S3-compatible store for attached files and recordings, in place of DATA_DIR; needed beyond one machine',
      example: 's3://vee/files',
    }),
  OBJECT_STORE_ENDPOINT: webAddress.optional().register(variableNotes, {
    meaning: 'Address of the store, without the bucket',
    example: 'https://minio.example.org:9000',
    shownDefault: 'Amazon S3 in OBJECT_STORE_REGION',
  }),
  OBJECT_STORE_REGION: trimmedText
    .regex(/^[a-z0-9-]{1,40}$/i, 'must be the name of a region')
    .default('us-east-1')
    .register(variableNotes, {
      meaning: 'Region of the bucket; auto for Cloudflare R2',
      example: 'eu-central-1',
    }),
  OBJECT_STORE_ACCESS_KEY_ID: apiKey
    .optional()
    .register(variableNotes, { meaning: 'Access key of the store', example: 'AKIA…', secret: true }),
  OBJECT_STORE_SECRET_ACCESS_KEY: apiKey
    .optional()
    .register(variableNotes, { meaning: 'Secret of the access key', example: '…', secret: true }),
  OBJECT_STORE_PATH_STYLE: onOff.optional().register(variableNotes, {
    meaning: 'Whether the bucket is in the path of addresses instead of the host name',
    example: 'on',
    shownDefault: 'on for an endpoint that is an IP address or has a port or a path, else off',
  }),
}

const variables = z.object(OBJECT_STORE_VARIABLES)
type Variables = z.output<typeof variables>

/** Returns how the object store is reached; undefined without one. Throws StartFailure if a part is missing. */
export function objectStoreAccess(env: Variables): ObjectStoreAccess | undefined {
  const url = env.OBJECT_STORE_URL
  const accessKeyId = env.OBJECT_STORE_ACCESS_KEY_ID
  const secretAccessKey = env.OBJECT_STORE_SECRET_ACCESS_KEY
  if (url === undefined) {
    if ((env.OBJECT_STORE_ENDPOINT ?? accessKeyId ?? secretAccessKey) === undefined) return undefined
    throw new StartFailure('OBJECT_STORE_URL is missing (for example OBJECT_STORE_URL=s3://vee/files).')
  }
  if (accessKeyId === undefined) throw missing('OBJECT_STORE_ACCESS_KEY_ID')
  if (secretAccessKey === undefined) throw missing('OBJECT_STORE_SECRET_ACCESS_KEY')
  const [bucket = '', ...path] = url.slice('s3://'.length).split('/')
  const prefix = path.filter((segment) => segment !== '').join('/')
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: env.OBJECT_STORE_ENDPOINT,
    region: env.OBJECT_STORE_REGION,
    accessKeyId,
    secretAccessKey,
    isPathStyle: env.OBJECT_STORE_PATH_STYLE && env.OBJECT_STORE_PATH_STYLE === 'on',
  }
}

const missing = (name: string) => new StartFailure(`${name} is missing; OBJECT_STORE_URL needs it.`)
