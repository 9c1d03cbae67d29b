/** Archives of full exports in the storage. Only the newest archive is kept. */
import type { Config } from '../../../platform/config/model'
import { formatStamp } from '../../../platform/db/backups/manifest'
import { getStorage } from '../../../platform/storage/open-storage'
import { isUnfinished } from '../../../platform/storage/storage'

const pattern = /^quire-everything-\d{8}T\d{6}Z(-secrets)?\.zip$/

export const archivesFolder = 'archives'

export const getArchiveKey = (name: string) => `${archivesFolder}/${name}`

export const buildArchiveName = (time: Date, { withSecrets }: { withSecrets: boolean }) =>
  `quire-everything-${formatStamp(time)}${withSecrets ? '-secrets' : ''}.zip`

export interface ArchiveFile {
  name: string
  createdAt: Date
  sizeBytes: number
  hasSecrets: boolean
}

/** Lists the archives, newest first. */
export async function listArchiveFiles(config: Config): Promise<ArchiveFile[]> {
  const names = await listNames(config)
  const files: ArchiveFile[] = []
  for (const name of names.filter((one) => pattern.test(one)).toSorted()) {
    const found = await getStorage(config).head(getArchiveKey(name))
    // A job may delete an older archive in the meantime.
    if (!found) continue
    const { changedAt: createdAt, bytes: sizeBytes } = found
    files.unshift({ name, createdAt, sizeBytes, hasSecrets: name.endsWith('-secrets.zip') })
  }
  return files
}

async function listNames(config: Config): Promise<string[]> {
  const names: string[] = []
  for await (const keys of getStorage(config).list(archivesFolder)) {
    names.push(...keys.map((key) => key.slice(archivesFolder.length + 1)))
  }
  return names
}

export const deleteArchiveFile = (config: Config, name: string) =>
  getStorage(config).delete(getArchiveKey(name))

/** Deletes unfinished files of an earlier job. No other job writes here. */
export async function deleteUnfinished(config: Config) {
  const names = await listNames(config)
  for (const name of names.filter(isUnfinished)) await deleteArchiveFile(config, name)
}
