/** The files of covers in an archive. */
import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getUploadedCoversFolder, getUploadPath } from '../../../artwork/thumbnails/thumbnail-paths'
import type { Config } from '../../../platform/config/model'
import { ImportRefused } from '../files/line-reader'
import { coversFolder } from './export-everything'

interface CoverFiles {
  folder: string
  isCover: (fileName: string) => boolean
  applies: boolean
  /** Their number according to the header. */
  expected: unknown
}

/** Returns the names of the added files. Throws `ImportRefused` before anything is copied. */
export function addCoverFiles(config: Config, files: CoverFiles): string[] {
  const source = join(files.folder, coversFolder)
  const names = existsSync(source) ? readdirSync(source).toSorted() : []
  const foreign = names.find(
    (name) => !files.isCover(name) || !lstatSync(join(source, name)).isFile(),
  )
  if (foreign !== undefined) {
    throw new ImportRefused(`No export has the file covers/${foreign}. Nothing was imported.`)
  }
  if (typeof files.expected === 'number' && names.length < files.expected) {
    throw new ImportRefused(
      `The folder covers has ${names.length} of the ${files.expected} files that were exported. The export was not copied completely. Nothing was imported.`,
    )
  }
  if (!files.applies) return names
  mkdirSync(getUploadedCoversFolder(config), { recursive: true, mode: 0o750 })
  for (const name of names) copyFileSync(join(source, name), getUploadPath(config, name))
  return names
}

export function removeCoverFiles(config: Config, names: readonly string[]) {
  for (const name of names) rmSync(getUploadPath(config, name), { force: true })
}
