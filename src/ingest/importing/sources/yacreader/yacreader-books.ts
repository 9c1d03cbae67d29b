/** Comics of YACReaderLibrary. Files with the same content share one row of information. */
import type { ForeignBook } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { toForeignPath } from '../foreign-paths'
import { asId, asInteger, asReal, asSize, asText, type Value } from '../values/foreign-values'

export const libraryId = 'library'

/** Comic IDs, keyed by the ID of their row in `comic_info`. */
export type YacreaderFiles = ReadonlyMap<string, readonly string[]>

export function readYacreaderFiles(db: ForeignDatabase): YacreaderFiles {
  const files = new Map<string, string[]>()
  const seen = new Set<string>()
  for (const row of db.rows('comic', ['id', 'comicInfoId'], { orderBy: ['id'] })) {
    const [id, infoId] = [asId(row.id), asId(row.comicInfoId)]
    if (id === null || infoId === null || seen.has(id)) continue
    seen.add(id)
    const known = files.get(infoId)
    if (known) known.push(id)
    else files.set(infoId, [id])
  }
  return files
}

/**
 * Reads `comic_info`. In a damaged database, several rows can have the same ID. The first one
 * counts.
 */
export function* readInfoRows<const Column extends string>(
  db: ForeignDatabase,
  columns: readonly Column[],
): Generator<readonly [id: string, row: ForeignRow<Column>]> {
  const seen = new Set<string>()
  for (const row of db.rows<string>('comic_info', ['id', ...columns])) {
    const id = asId(row['id'])
    if (id === null || seen.has(id)) continue
    seen.add(id)
    yield [id, row]
  }
}

interface ComicInfo extends Pick<ForeignBook, 'size' | 'pageCount' | 'number'> {
  series: string | null
}

const unknown: ComicInfo = { size: null, pageCount: null, series: null, number: null }

export function* readYacreaderBooks(db: ForeignDatabase, root: string): Generator<ForeignBook> {
  const infos = readInfos(db)
  const folders = readFolders(db)
  const columns = ['id', 'parentId', 'comicInfoId', 'path', 'fileName'] as const
  for (const row of db.rows('comic', columns)) {
    const [foreignId, infoId, seriesId] = [asId(row.id), asId(row.comicInfoId), asId(row.parentId)]
    if (foreignId === null) continue
    const { series, ...info } = infos.get(infoId ?? '') ?? unknown
    const seriesTitle = series ?? folders.get(seriesId ?? '') ?? ''
    const path = buildPath(root, row)
    yield { ...info, foreignId, libraryId, path, partialMd5: null, seriesId, seriesTitle }
  }
}

/**
 * Builds the path of a comic. The stored path begins at the library's folder, and ends with the
 * name of the file.
 */
function buildPath(root: string, { path, fileName }: ForeignRow<'path' | 'fileName'>) {
  const below = (asText(path, 4096) || asText(fileName, 1000) || '').replace(/^\/+/, '')
  return below === '' ? null : toForeignPath(`${root}/${below}`)
}

function readInfos(db: ForeignDatabase) {
  const infos = new Map<string, ComicInfo>()
  for (const [id, row] of readInfoRows(db, ['hash', 'numPages', 'series', 'number'])) {
    const pageCount = asInteger(row.numPages)
    infos.set(id, {
      size: readSize(row.hash),
      pageCount: pageCount !== null && pageCount > 0 ? pageCount : null,
      series: asText(row.series, 500)?.trim() || null,
      number: asReal(row.number),
    })
  }
  return infos
}

/**
 * Reads the size of a file. The value is a 40-digit hash of the beginning of the file, followed by
 * its size.
 */
function readSize(hash: Value): number | null {
  const [, size] = /^[0-9a-f]{40}(\d{1,15})$/i.exec(asText(hash, 60) ?? '') ?? []
  return size === undefined ? null : asSize(size)
}

function readFolders(db: ForeignDatabase): Map<string, string> {
  const names = new Map<string, string>()
  for (const row of db.rows('folder', ['id', 'name'])) {
    const [id, name] = [asId(row.id), asText(row.name, 500)?.trim()]
    if (id !== null && name && name !== 'root') names.set(id, name)
  }
  return names
}
