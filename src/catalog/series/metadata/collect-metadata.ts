/**
 * Combines the metadata of a series' files. The result does not depend on the order in which they
 * were read.
 */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { bookContents, books } from '../../books/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { completed, type FileMetadata } from '../../../media/contents/file-metadata'
import {
  type SidecarIndex,
  type FolderLocation,
  loadSidecarIndex,
  getFolderLocation,
  listSidecarMetadata,
  listPictures,
} from '../../sidecars/service'
import { getSeriesPosition, type SeriesOffer, buildSeriesOffer } from './series-offer'
import { type FileParts, collectFileParts } from './file-parts'
import { series } from '../schema'

export interface CollectedMetadata extends FileParts {
  seriesId: string
  libraryId: string
  /** Root folder of the first present book. */
  rootId: string
  relativePath: string
  groupKey: string
  /** Most trusted first: sidecar files, then books. */
  files: readonly FileMetadata[]
  /** Whether the folder contains an image that can be used as the cover. */
  hasPicture: boolean
  /** The first value for each field, or null if no file has one. */
  offer: SeriesOffer
  /** Source of each field with a value. */
  sources: Record<string, string>
}

/** Only the first books are read, because later ones rarely add anything. */
const maxBooks = 10

/** Skips series without present books. */
export async function collectFileMetadata(
  db: Db,
  seriesIds: readonly string[],
): Promise<CollectedMetadata[]> {
  if (seriesIds.length === 0) return []
  const rows = await selectFirst(db, seriesIds)
  const groups = Map.groupBy(rows, ({ seriesId }) => seriesId)
  const beside = await loadSidecarIndex(db, rows.flatMap(listFolders))
  const collected: CollectedMetadata[] = []
  for (const group of groups.values()) {
    const { file: _, ...first } = group[0]!
    const files = listFiles(group, beside)
    const place = getSeriesPosition(first.groupKey)
    const hasPicture = place !== undefined && listPictures(beside.listForFolder(place)).length > 0
    collected.push({
      ...first,
      files,
      hasPicture,
      ...pickFirstValues(files),
      ...collectFileParts(files),
    })
  }
  return collected
}

type BookRow = Awaited<ReturnType<typeof selectFirst>>[number]

function listFolders(row: BookRow): FolderLocation[] {
  const ofSeries = getSeriesPosition(row.groupKey)
  return ofSeries ? [getFolderLocation(row), ofSeries] : [getFolderLocation(row)]
}

/** Lists the metadata for the whole folder, then the metadata for each book. */
function listFiles(group: readonly BookRow[], beside: SidecarIndex): FileMetadata[] {
  const place = getSeriesPosition(group[0]!.groupKey)
  const ofSeries = place ? listSidecarMetadata(beside.listForFolder(place)) : []
  const ofBooks = group.flatMap((row) => [
    ...listSidecarMetadata(beside.listForBook(row)),
    ...(row.file ? [completed(row.file)] : []),
  ])
  return [...ofSeries, ...ofBooks]
}

function pickFirstValues(files: readonly FileMetadata[]) {
  const sources: Record<string, string> = {}
  const offer: Record<string, unknown> = { ...emptyOffer }
  for (const file of files) {
    for (const [member, value] of Object.entries(buildSeriesOffer(file))) {
      if (value === null || sources[member] !== undefined) continue
      offer[member] = value
      sources[member] = file.source
    }
  }
  return { offer: offer as unknown as SeriesOffer, sources }
}

const emptyOffer: SeriesOffer = {
  title: null,
  titleSort: null,
  publisher: null,
  imprint: null,
  language: null,
  ageRating: null,
  readingDirection: null,
  year: null,
  authors: null,
  summary: null,
  status: null,
  totalChapterCount: null,
  totalVolumeCount: null,
}

/** Books that a user moved to the series describe the series only if it has no other books. */
const describesSeries = sql`(${books.scannedSeriesId} is null or ${books.scannedSeriesId} = ${books.seriesId}
  or not exists (select 1 from books as own where own.series_id = ${books.seriesId}
    and own.trashed_at is null
    and (own.scanned_series_id is null or own.scanned_series_id = own.series_id)))`

function selectFirst(db: Db, seriesIds: readonly string[]) {
  const place = sql<number>`row_number() over (
    partition by ${books.seriesId} order by ${books.sortKey}, ${books.id})`
  const first = db.$with('first').as(
    db
      .select({ bookN: sql<number>`${books.n}`.as('book_n'), place: place.as('place') })
      .from(books)
      .where(and(inIds(books.seriesId, seriesIds), isNull(books.trashedAt), describesSeries)),
  )
  return db
    .with(first)
    .select({
      seriesId: books.seriesId,
      libraryId: books.libraryId,
      rootId: books.rootId,
      relativePath: books.relativePath,
      groupKey: series.groupKey,
      file: bookContents.fileMetadata,
    })
    .from(first)
    .innerJoin(books, eq(books.n, first.bookN))
    .innerJoin(series, eq(series.id, books.seriesId))
    .leftJoin(bookContents, eq(bookContents.n, books.n))
    .where(lte(first.place, maxBooks))
    .orderBy(asc(books.seriesId), asc(first.place))
}
