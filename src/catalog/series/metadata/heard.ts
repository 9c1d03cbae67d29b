/** What the files of a series say of it together, whichever of them was read first. */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { bookContents, books } from '../../books/schema'
import { giveWay } from '../../../platform/db/yield'
import { among } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { completed, type FileMetadata } from '../../../media/contents/metadata'
import {
  type Beside,
  type FolderPlace,
  lookBeside,
  placeOf,
  wordsOf,
  picturesOf,
} from '../../sidecars/service'
import { placeOfSeries, type SeriesOffer, seriesOffer } from './from-file'
import { type HeardParts, partsOf } from './parts'
import { series } from '../schema'

export interface Heard extends HeardParts {
  seriesId: string
  libraryId: string
  /** Of its first present book. */
  rootId: string
  relativePath: string
  groupKey: string
  /** All that was asked, the most trusted first: what lies beside the books, then what they hold. */
  files: readonly FileMetadata[]
  /** A picture lies in its folder that can stand for it. */
  hasPicture: boolean
  /** Of every member the first word that a book has for it; null: none says anything. */
  offer: SeriesOffer
  /** Source of each member that is said. */
  sources: Record<string, string>
}

/** Books beyond these are not asked: who has nothing to say so far has no more to say later. */
const booksAsked = 10

/** Series without a present book are left out. */
export async function hearFiles(db: Db, seriesIds: readonly string[]): Promise<Heard[]> {
  if (seriesIds.length === 0) return []
  const rows = await selectFirst(db, seriesIds)
  const groups = Map.groupBy(rows, ({ seriesId }) => seriesId)
  const beside = await lookBeside(db, rows.flatMap(foldersOf))
  const heard: Heard[] = []
  for (const group of groups.values()) {
    const { file: _, ...first } = group[0]!
    const files = filesOf(group, beside)
    const place = placeOfSeries(first.groupKey)
    const hasPicture = place !== undefined && picturesOf(beside.ofFolder(place)).length > 0
    heard.push({ ...first, files, hasPicture, ...bestOf(files), ...partsOf(files) })
    await giveWay()
  }
  return heard
}

type Asked = Awaited<ReturnType<typeof selectFirst>>[number]

function foldersOf(row: Asked): FolderPlace[] {
  const ofSeries = placeOfSeries(row.groupKey)
  return ofSeries ? [placeOf(row), ofSeries] : [placeOf(row)]
}

/** What speaks of the whole folder goes before what speaks of one book. */
function filesOf(group: readonly Asked[], beside: Beside): FileMetadata[] {
  const place = placeOfSeries(group[0]!.groupKey)
  const ofSeries = place ? wordsOf(beside.ofFolder(place)) : []
  const ofBooks = group.flatMap((row) => [
    ...wordsOf(beside.ofBook(row)),
    ...(row.file ? [completed(row.file)] : []),
  ])
  return [...ofSeries, ...ofBooks]
}

function bestOf(files: readonly FileMetadata[]) {
  const sources: Record<string, string> = {}
  const said: Record<string, unknown> = { ...nothing }
  for (const file of files) {
    for (const [member, value] of Object.entries(seriesOffer(file))) {
      if (value === null || sources[member] !== undefined) continue
      said[member] = value
      sources[member] = file.source
    }
  }
  return { offer: said as unknown as SeriesOffer, sources }
}

const nothing: SeriesOffer = {
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
}

function selectFirst(db: Db, seriesIds: readonly string[]) {
  const place = sql<number>`row_number() over (
    partition by ${books.seriesId} order by ${books.sortKey}, ${books.id})`
  const first = db.$with('first').as(
    db
      .select({ bookN: sql<number>`${books.n}`.as('book_n'), place: place.as('place') })
      .from(books)
      .where(and(among(books.seriesId, seriesIds), isNull(books.trashedAt))),
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
    .where(lte(first.place, booksAsked))
    .orderBy(asc(books.seriesId), asc(first.place))
}
