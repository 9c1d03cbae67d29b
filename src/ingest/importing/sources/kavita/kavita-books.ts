/**
 * Books of Kavita: the files of its chapters. A chapter can have several files, whose pages follow
 * each other.
 */
import { posix } from 'node:path'
import { compareNaturally } from '../../../../platform/lib/text/natural-order'
import type { ForeignBook } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { toForeignPath } from '../foreign-paths'
import { ChapterList, type CompactId, compactId, type KavitaChapters } from './kavita-chapters'
import { asId, asInteger, asReal, asSize, asText, type Value } from '../values/foreign-values'

/** Maximum number of files per chapter. Further ones are not read. */
const maxFiles = 1000
/**
 * Volumes and chapters without a number have a number of at least this size, positive or negative.
 */
const noNumber = 100_000

const formats = { pictures: 0, epub: 3 }

interface ChapterFile {
  foreignId: string
  path: string
  size: number | null
  partialMd5: string | null
  pageCount: number | null
  isEpub: boolean
}

export function* readKavitaBooks(db: ForeignDatabase): Generator<ForeignBook> {
  const findPlace = createPlaceFinder(db)
  for (const { chapterId, files } of groupFiles(db)) {
    const { pageCount, number, ...place } = findPlace(chapterId)
    const isOnly = files.length === 1
    for (const { isEpub: _, ...file } of files) {
      yield {
        ...file,
        ...place,
        pageCount: (isOnly ? pageCount : null) ?? file.pageCount,
        // The files of one chapter cannot be distinguished by a number.
        number: isOnly ? number : null,
      }
    }
  }
}

const nowhere = { seriesId: null, libraryId: null, seriesTitle: '' }

/** Creates a function that returns the series, library, page count and number of a chapter. */
function createPlaceFinder(db: ForeignDatabase) {
  const series = readSeries(db)
  const volumes = readVolumes(db)
  const chapters = readChapters(db)
  return (chapterId: string) => {
    const chapter = chapters.get(compactId(chapterId))
    const { volumeId = '', pageCount = null, number = null } = chapter ?? {}
    const volume = volumes.get(volumeId)
    const found = volume && series.get(volume.seriesId)
    const place = found
      ? { seriesId: String(volume.seriesId), libraryId: found.libraryId, seriesTitle: found.title }
      : nowhere
    return { ...place, pageCount, number: volume?.number ?? number }
  }
}

/** Reads the files and page counts of all chapters, keyed by chapter ID. */
export function readKavitaChapters(db: ForeignDatabase): KavitaChapters {
  const pageCounts = readPageCounts(db)
  const chapters = new ChapterList()
  for (const { chapterId, files } of groupFiles(db)) {
    const sum = files.reduce((total, { pageCount }) => total + (pageCount ?? 0), 0)
    chapters.add(chapterId, { pageCount: pageCounts.get(compactId(chapterId)) ?? sum, files })
  }
  return chapters
}

function readPageCounts(db: ForeignDatabase) {
  const counts = new Map<CompactId, number>()
  for (const row of db.rows('Chapter', ['Id', 'Pages'])) {
    const [id, count] = [asId(row.Id), asCount(row.Pages)]
    if (id !== null && count !== null) counts.set(compactId(id), count)
  }
  return counts
}

const fileColumns = [
  'Id',
  'ChapterId',
  'FilePath',
  'Bytes',
  'Pages',
  'Format',
  'KoreaderHash',
] as const

type FileRow = ForeignRow<(typeof fileColumns)[number]>

function* groupFiles(db: ForeignDatabase) {
  let chapterId: string | null = null
  let files = new Map<string, ChapterFile>()
  for (const row of db.rows('MangaFile', fileColumns, { orderBy: ['ChapterId', 'Id'] })) {
    const [id, file] = [asId(row.ChapterId), readFile(row)]
    if (id === null || !file) continue
    if (chapterId !== null && chapterId !== id) {
      yield { chapterId, files: sortFiles(files) }
      files = new Map()
    }
    chapterId = id
    addFile(files, file)
  }
  if (chapterId !== null) yield { chapterId, files: sortFiles(files) }
}

/** Treats all images in a folder as one book. */
function addFile(files: Map<string, ChapterFile>, file: ChapterFile) {
  const known = files.get(file.path)
  if (known) known.pageCount = (known.pageCount ?? 0) + (file.pageCount ?? 0)
  else if (files.size < maxFiles) files.set(file.path, file)
}

function readFile(row: FileRow): ChapterFile | undefined {
  const [foreignId, path] = [asId(row.Id), asText(row.FilePath)]
  if (foreignId === null || !path) return undefined
  const format = asInteger(row.Format)
  const file = { foreignId, pageCount: asCount(row.Pages), isEpub: format === formats.epub }
  const place = toForeignPath(path)
  if (format === formats.pictures) {
    return { ...file, path: posix.dirname(place), size: null, partialMd5: null }
  }
  const partialMd5 = asText(row.KoreaderHash, 40)?.toLowerCase() || null
  return { ...file, path: place, size: asSize(row.Bytes), partialMd5 }
}

const sortFiles = (files: ReadonlyMap<string, ChapterFile>) =>
  [...files.values()].toSorted((one, other) => compareNaturally(one.path, other.path))

function asCount(value: Value): number | null {
  const count = asInteger(value)
  return count !== null && count > 0 ? count : null
}

function readSeries(db: ForeignDatabase) {
  const series = new Map<CompactId, { title: string; libraryId: string | null }>()
  for (const row of db.rows('Series', ['Id', 'Name', 'LibraryId'])) {
    const id = asId(row.Id)
    if (id === null) continue
    series.set(compactId(id), {
      title: asText(row.Name, 500) ?? '',
      libraryId: asId(row.LibraryId),
    })
  }
  return series
}

function readVolumes(db: ForeignDatabase) {
  const volumes = new Map<CompactId, { seriesId: CompactId; number: number | null }>()
  for (const row of db.rows('Volume', ['Id', 'SeriesId', 'MinNumber', 'Number'])) {
    const [id, seriesId] = [asId(row.Id), asId(row.SeriesId)]
    if (id === null || seriesId === null) continue
    volumes.set(compactId(id), { seriesId: compactId(seriesId), number: readNumber(row) })
  }
  return volumes
}

function readChapters(db: ForeignDatabase) {
  const columns = ['Id', 'VolumeId', 'MinNumber', 'Number', 'Pages'] as const
  const chapters = new Map<
    CompactId,
    { volumeId: CompactId; number: number | null; pageCount: number | null }
  >()
  for (const row of db.rows('Chapter', columns)) {
    const [id, volumeId] = [asId(row.Id), asId(row.VolumeId)]
    if (id === null || volumeId === null) continue
    const [number, pageCount] = [readNumber(row), asCount(row.Pages)]
    chapters.set(compactId(id), { volumeId: compactId(volumeId), number, pageCount })
  }
  return chapters
}

/** Returns null if there is no number. Older versions store 0 in this case. */
function readNumber({ MinNumber, Number: old }: Record<'MinNumber' | 'Number', Value>) {
  const number = asReal(MinNumber)
  if (number !== null) return Math.abs(number) >= noNumber ? null : number
  return asReal(old) || null
}
