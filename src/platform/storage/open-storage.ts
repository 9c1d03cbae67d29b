import { join } from 'node:path'
import { ConfigError } from '../config/config-error'
import type { Config } from '../config/model'
import { FolderStorage } from './folder-storage'
import { Bucket } from './s3/bucket'
import { S3Storage } from './s3/s3-storage'
import type { FileStorage } from './storage'

const storages = new WeakMap<Config, FileStorage>()

/** Returns the storage selected in the settings. Each process has one instance. */
export function getStorage(config: Config): FileStorage {
  const known = storages.get(config)
  if (known) return known
  const created = openStorage(config, config.storage.type)
  storages.set(config, created)
  return created
}

/** Opens a storage that need not be selected in the settings, such as the target of a copy. */
export const openStorage = (config: Config, type: FileStorage['type']): FileStorage =>
  type === 's3'
    ? new S3Storage({
        bucket: openBucket(config),
        prefix: config.storage.s3.prefix,
        copiesFolder: join(config.data_dir, 'cache', 'storage'),
      })
    : new FolderStorage(config.data_dir)

/** Throws `ConfigError` if a setting required by `storage.type: s3` is missing. */
export function openBucket({ storage: { s3 } }: Config, { maxTimeoutMs = Infinity } = {}): Bucket {
  const { endpoint, region, bucket, access_key_id, secret_access_key, timeout_seconds } = s3
  if (bucket === undefined || access_key_id === undefined || secret_access_key === undefined) {
    const message =
      'storage.s3.bucket, storage.s3.access_key_id and storage.s3.secret_access_key must be set'
    throw new ConfigError([{ source: 'storage.s3', message }])
  }
  return new Bucket({
    endpoint,
    region,
    bucket,
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    timeoutMs: Math.min(timeout_seconds * 1000, maxTimeoutMs),
  })
}
