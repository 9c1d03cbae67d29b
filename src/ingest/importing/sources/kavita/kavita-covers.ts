/** Covers that someone chose in Kavita. They are files in its folder. */
import { join } from 'node:path'
import type { ForeignCover, ForeignItem } from '../../neutral-form'
import { findCoverFile, readCoverFile } from '../cover-files'
import type { ForeignDatabase } from '../foreign-database'
import { asBoolean, asId, asText } from '../values/foreign-values'
import { groupIds } from '../values/group-values'
import type { KavitaChapters } from './kavita-chapters'

export interface CoverSource {
  db: ForeignDatabase
  chapters: KavitaChapters
  /**
   * Kavita's folder on this server, or its parent folder; null if only the database is available.
   */
  folder: string | null
}

const listFolders = (folder: string) => [join(folder, 'covers'), join(folder, 'config', 'covers')]

export function* readKavitaCovers(source: CoverSource): Generator<ForeignCover> {
  for (const { item, path } of listChosen(source)) {
    if (!item || path === undefined) continue
    yield { item, bytes: readCoverFile(path) ?? null }
  }
}

/**
 * Counts covers whose file is missing, and covers that do not belong to a single book or series.
 */
export function countMissingKavitaCovers(source: CoverSource): number {
  let count = 0
  for (const { item, path } of listChosen(source)) if (!item || path === undefined) count++
  return count
}

/** Yields chosen covers. The cover of a chapter takes precedence over that of its volume. */
function* listChosen({ db, chapters, folder }: CoverSource) {
  const folders = folder === null ? [] : listFolders(folder)
  const volumes = groupIds(db.rows('Chapter', ['VolumeId', 'Id']), 'VolumeId', 'Id')
  const findBook = (ids: readonly string[]): ForeignItem | undefined => {
    const [file, ...others] = ids.flatMap((id) => chapters.get(id)?.files ?? [])
    return file && others.length === 0 ? { kind: 'book', foreignId: file.foreignId } : undefined
  }
  const finders: Record<string, (id: string) => ForeignItem | undefined> = {
    Series: (foreignId) => ({ kind: 'series', foreignId }),
    Chapter: (id) => findBook([id]),
    Volume: (id) => findBook(volumes.get(id) ?? []),
  }
  for (const [table, findItem] of Object.entries(finders)) {
    for (const row of db.rows(table, ['Id', 'CoverImage', 'CoverImageLocked'])) {
      const id = asId(row.Id)
      if (id === null || !asBoolean(row.CoverImageLocked)) continue
      yield { item: findItem(id), path: findCoverFile(folders, asText(row.CoverImage, 300)) }
    }
  }
}
