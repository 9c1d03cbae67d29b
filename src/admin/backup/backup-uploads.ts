/** Uploaded covers in backups, whether they are in the data folder or in a bucket. */
import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config/model'
import { BackupRefused } from '../../platform/db/backups/manifest'
import { isAbsent } from '../../platform/lib/optional-files'
import { getStorage } from '../../platform/storage/open-storage'
import { isUnfinished, put } from '../../platform/storage/storage'
import { BucketUnreachable } from '../../platform/storage/bucket-unreachable'

const uploadsFolder = 'uploads'

/** Returns 0 for a bucket, which does not report a total size. */
export async function sumUploadedBytes(config: Config): Promise<number> {
  const storage = getStorage(config)
  if (storage.type !== 'folder') return 0
  let bytes = 0
  for await (const keys of storage.list(uploadsFolder)) {
    for (const key of keys) bytes += (await storage.head(key))?.bytes ?? 0
  }
  return bytes
}

/** Copies all uploads into the folder of a backup. */
export const copyUploads = (config: Config, folder: string) =>
  refuseIfAway('The uploaded covers could not be copied', async () => {
    const storage = getStorage(config)
    for await (const keys of storage.list(uploadsFolder)) {
      for (const key of keys.filter((one) => !isUnfinished(one))) {
        await using file = await storage.getLocal(key)
        if (!file) continue
        await copyUnlessDeleted(file.path, join(folder, key))
      }
    }
  })

async function copyUnlessDeleted(path: string, target: string) {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    await copyFile(path, target)
  } catch (error) {
    if (isAbsent(error)) return
    throw error
  }
  await chmod(target, 0o600)
}

/** Stores the uploads of a backup. Does not replace existing files. */
export const restoreUploads = (config: Config, folder: string) =>
  refuseIfAway('The database was restored, but not all uploaded covers', async () => {
    const storage = getStorage(config)
    const source = join(folder, uploadsFolder)
    if (!existsSync(source)) return
    for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const key = `${uploadsFolder}${path.slice(source.length).replaceAll('\\', '/')}`
      if (!(await storage.head(key))) await put(storage, key, Bun.file(path))
    }
  })

async function refuseIfAway(what: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof BucketUnreachable)) throw error
    throw new BackupRefused(`${what}: ${error.message}. Run "quire doctor", then try again.`)
  }
}
