import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getUploadKey } from '../../../artwork/thumbnails/picture-keys'
import type { Config } from '../../../platform/config/model'
import { getStorage } from '../../../platform/storage/open-storage'
import { put } from '../../../platform/storage/storage'
import { ImportRefused } from '../files/line-reader'
import { coversFolder } from './export-everything'

interface CoverFiles {
  folder: string
  isCover: (fileName: string) => boolean
  applies: boolean
  /** Number of files according to the header. */
  expected: unknown
}

/**
 * Returns the names of the added files. If the folder contains other files, or if covers are
 * missing, throws `ImportRefused` before anything is copied.
 */
export async function addCoverFiles(config: Config, files: CoverFiles): Promise<string[]> {
  const source = join(files.folder, coversFolder)
  const names = existsSync(source) ? readdirSync(source).toSorted() : []
  const foreign = names.find(
    (name) => !files.isCover(name) || !lstatSync(join(source, name)).isFile(),
  )
  if (foreign !== undefined) {
    throw new ImportRefused(
      `The file covers/${foreign} is not part of an export. Nothing was imported.`,
    )
  }
  if (typeof files.expected === 'number' && names.length < files.expected) {
    throw new ImportRefused(
      `The folder covers has ${names.length} of the ${files.expected} files that were exported. The export was not copied completely. Nothing was imported.`,
    )
  }
  if (!files.applies) return names
  const storage = getStorage(config)
  for (const name of names) await put(storage, getUploadKey(name), Bun.file(join(source, name)))
  return names
}

export async function removeCoverFiles(config: Config, names: readonly string[]) {
  for (const name of names) await getStorage(config).delete(getUploadKey(name))
}
