/** Archives in the data folder. Only the newest is kept. */
import { mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../platform/config/model'
import { formatStamp } from '../../../platform/db/backups/manifest'
import { isAbsent, listNames } from '../../../platform/lib/optional-files'

const pattern = /^quire-everything-\d{8}T\d{6}Z(-secrets)?\.zip$/

const getFolder = ({ data_dir: dataDir }: Config) => join(dataDir, 'archives')

export const getArchivePath = (config: Config, name: string) => join(getFolder(config), name)

export const buildArchiveName = (time: Date, { withSecrets }: { withSecrets: boolean }) =>
  `quire-everything-${formatStamp(time)}${withSecrets ? '-secrets' : ''}.zip`

export interface ArchiveFile {
  name: string
  createdAt: Date
  sizeBytes: number
  hasSecrets: boolean
}

/** The newest first. */
export async function listArchiveFiles(config: Config): Promise<ArchiveFile[]> {
  const names = await listNames(getFolder(config))
  const files: ArchiveFile[] = []
  for (const name of names.filter((one) => pattern.test(one)).toSorted()) {
    const found = await findStat(getArchivePath(config, name))
    if (!found?.isFile()) continue
    const hasSecrets = name.endsWith('-secrets.zip')
    files.unshift({ name, createdAt: found.mtime, sizeBytes: found.size, hasSecrets })
  }
  return files
}

/** A job may delete an older archive in the meantime. */
async function findStat(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

export const deleteArchiveFile = (config: Config, name: string) =>
  rm(getArchivePath(config, name), { force: true })

/** Also deletes what an earlier job left unfinished. No other job writes here. */
export async function prepareFolder(config: Config) {
  mkdirSync(getFolder(config), { recursive: true, mode: 0o700 })
  const names = await readdir(getFolder(config))
  for (const name of names.filter((one) => one.endsWith('.part')))
    await deleteArchiveFile(config, name)
}
