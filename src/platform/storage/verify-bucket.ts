/**
 * Verifies that a bucket belongs to the database. With a bucket of another database, IDs would
 * refer to the wrong files.
 */
import { ConfigError } from '../config/config-error'
import type { Config } from '../config/model'
import { readInstallation } from '../db/installation'
import type { Store } from '../db/store'
import type { Log } from '../log/log'
import { storageLogMessages } from './messages'
import { openBucket } from './open-storage'
import type { Bucket } from './s3/bucket'
import { BucketUnreachable } from './bucket-unreachable'

/** Limits how long a bucket that does not respond can delay the start of a process. */
const maxTimeoutMs = 5_000

/**
 * Returns the name of the object that contains the ID of the database to which the bucket belongs.
 */
const getInstanceName = ({ storage }: Config) => `${storage.s3.prefix}instance-id`

/**
 * Throws `ConfigError` if the bucket belongs to a different database. Claims a bucket that belongs
 * to none. If the bucket cannot be used, only logs a warning.
 */
export async function verifyBucket(store: Store, config: Config, log: Pick<Log, 'warn'>) {
  const instance = await readInstallation(store.db, 'instance_id')
  if (instance === undefined) return
  try {
    await claimBucket(config, instance)
  } catch (error) {
    if (!(error instanceof BucketUnreachable)) throw error
    log.warn({ err: error }, storageLogMessages.not_verified())
  }
}

/** Like `verifyBucket`, for a given ID. Throws `BucketUnreachable` if the bucket cannot be used. */
export async function claimBucket(config: Config, instance: string) {
  const bucket = openBucket(config, { maxTimeoutMs })
  const name = getInstanceName(config)
  const inBucket = await readInstance(bucket, name)
  if (inBucket === instance) return
  const claim = async () =>
    (await bucket.sendNew(name, new Blob([`${instance}\n`]))) ||
    // Another process has claimed the bucket in the meantime.
    (await readInstance(bucket, name)) === instance
  if (inBucket !== undefined || !(await claim())) throw refuse(name)
}

async function readInstance(bucket: Bucket, name: string): Promise<string | undefined> {
  const found = await bucket.receive(name)
  return found && (await new Response(found.body).text()).trim()
}

const refuse = (name: string) => {
  const message = `the bucket belongs to another database. Correct storage.s3.bucket, storage.s3.prefix or the database settings. If you restored or moved the database on purpose, delete ${name} in the bucket and start again.`
  return new ConfigError([{ source: 'storage.s3.bucket', message }])
}
