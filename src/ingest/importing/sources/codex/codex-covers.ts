/** Covers that someone uploaded to Codex. They are files in its folder. */
import { join } from 'node:path'
import type { ForeignCover, ForeignItem } from '../../neutral-form'
import { findCoverFile, readCoverFile } from '../cover-files'
import type { ForeignDatabase } from '../foreign-database'
import { toForeignPath } from '../foreign-paths'
import { asBoolean, asId, asText } from '../values/foreign-values'

export interface CoverSource {
  db: ForeignDatabase
  /**
   * Codex's folder on this server, or its parent folder; null if only the database is available.
   */
  folder: string | null
}

export function* readCodexCovers(source: CoverSource): Generator<ForeignCover> {
  for (const { item, path } of listChosen(source)) {
    if (path !== undefined) yield { item, bytes: readCoverFile(path) ?? null }
  }
}

export function countMissingCodexCovers(source: CoverSource): number {
  let count = 0
  for (const { path } of listChosen(source)) if (path === undefined) count++
  return count
}

const tables: readonly { table: string; key: string; kind: ForeignItem['kind'] }[] = [
  { table: 'series_covers', key: 'series_id', kind: 'series' },
  { table: 'book_covers', key: 'book_id', kind: 'book' },
]

/** Lists covers that are shown and were uploaded. Other covers come from books and plugins. */
function* listChosen({ db, folder }: CoverSource) {
  for (const { table, key, kind } of tables) {
    for (const row of db.rows(table, [key, 'source', 'is_selected', 'path'])) {
      const foreignId = asId(row[key])
      const isChosen = asBoolean(row['is_selected']) && asText(row['source'], 40) === 'custom'
      if (foreignId === null || !isChosen) continue
      yield { item: { kind, foreignId }, path: findFile(folder, asText(row['path'], 4096)) }
    }
  }
}

/**
 * Finds the file of a cover. The database contains the path in Codex, such as
 * `/app/data/uploads/covers/1.jpg`, which is often inside a container. The part from `uploads` on
 * is the same here.
 */
function findFile(folder: string | null, path: string | null): string | undefined {
  const [, inner, name] = uploaded.exec(toForeignPath(path ?? '')) ?? []
  if (folder === null || inner === undefined || name === undefined) return undefined
  const folders = ['uploads', 'data/uploads', '../uploads'].map((one) => join(folder, one, inner))
  return findCoverFile(folders, name)
}

const uploaded = /\/uploads\/([\w-]{1,50}(?:\/[\w-]{1,50})?)\/([^/]+)$/
