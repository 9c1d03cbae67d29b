/** `quire doctor`: checks whether the bucket for thumbnails and uploads can be used. */
import type { Config } from '../../platform/config/model'
import { openBucket } from '../../platform/storage/open-storage'
import { BucketUnreachable } from '../../platform/storage/bucket-unreachable'
import type { Finding } from './doctor-finding'

const check = 'storage'
const maxTimeoutMs = 10_000

/** Lists, writes, reads and deletes a small object. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const { type, s3 } = config.storage
  if (type !== 's3') return []
  const bucket = openBucket(config, { maxTimeoutMs })
  const name = `${s3.prefix}doctor-${Bun.randomUUIDv7()}`
  try {
    await bucket.list(`${s3.prefix}doctor-`, undefined, 1)
    await bucket.send(name, new Blob(['test']))
    await bucket.receive(name)
    await bucket.remove(name)
    const message = `The bucket ${s3.bucket} can be listed, written, read and deleted from.`
    return [{ check, state: 'ok', message }]
  } catch (error) {
    if (!(error instanceof BucketUnreachable)) throw error
    const message = `The bucket ${s3.bucket} cannot be used: ${error.message}.`
    return [{ check, state: 'problem', message, advice: findAdvice(error.reason) }]
  }
}

const advices: readonly (readonly [RegExp, string])[] = [
  [
    /^AccessDenied$/,
    'Give the access key permission to list the bucket, and to read, write and delete its objects (s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject).',
  ],
  [/^NoSuchBucket$/, 'Create the bucket, or correct storage.s3.bucket.'],
  [/^InvalidAccessKeyId$/, 'Correct storage.s3.access_key_id.'],
  [
    /^SignatureDoesNotMatch$/,
    'Correct storage.s3.secret_access_key. A proxy in front of the service must not change paths or the Host header.',
  ],
  [
    /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|status 3\d\d)$/,
    'Correct storage.s3.region or storage.s3.endpoint.',
  ],
  [/^RequestTimeTooSkewed$/, 'Set the clock of this machine.'],
  [/^(InvalidToken|ExpiredToken)$/, 'Remove AWS_SESSION_TOKEN from the environment.'],
  [
    /^(timeout|connection failed.*)$/,
    'Check storage.s3.endpoint, the name, the certificate and the firewall.',
  ],
]

const findAdvice = (reason: string) =>
  advices.find(([pattern]) => pattern.test(reason))?.[1] ??
  'Look up the error code in the documentation of the service.'
