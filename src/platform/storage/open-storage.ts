import { join } from 'node:path'
import type { Config } from '../config/model'
import { FolderStorage } from './folder-storage'
import { Bucket } from './s3/bucket'
import { S3Storage } from './s3/s3-storage'
import type { FileStorage } from './storage'

const storages = new WeakMap<Config, FileStorage>()

/** Returns the storage that the settings choose. Each process has one. */
export function getStorage(config: Config): FileStorage {
  const known = storages.get(config)
  if (known) return known
  const created = openStorage(config, config.storage.type)
  storages.set(config, created)
  return created
}

/** For one that the settings need not choose, such as the target of a copy. */
export const openStorage = (config: Config, type: FileStorage['type']): FileStorage =>
  type === 's3'
    ? new S3Storage({
        bucket: openBucket(config),
        prefix: config.storage.s3.prefix,
        copiesFolder: join(config.data_dir, 'cache', 'storage'),
      })
    : new FolderStorage(config.data_dir)

/** Throws if a setting is missing that `storage.type: s3` requires. */
export function openBucket({ storage: { s3 } }: Config): Bucket {
  const { endpoint, region, bucket, access_key_id, secret_access_key, timeout_seconds } = s3
  if (bucket === undefined || access_key_id === undefined || secret_access_key === undefined) {
    throw new Error('storage.s3 is not complete')
  }
  return new Bucket({
    endpoint,
    region,
    bucket,
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    timeoutMs: timeout_seconds * 1000,
  })
}
