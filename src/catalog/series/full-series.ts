/** Loads all data for a page of series with one statement per kind of data. */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { prepareStatement } from '../../platform/db/prepared'
import { encodeIds, inIds, inIdsPlaceholder } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { listLabelsOfSeries } from '../labels/page-labels'
import { seesEverything } from '../libraries/library-visibility'
import { isSeriesVisibleTo } from '../libraries/series-visibility'
import { libraries } from '../libraries/schema'
import { alternateTitles, externalIds, externalLinks, externalRatings } from '../metadata/schema'
import { seriesProgress } from '../../reading/progress/schema'
import { wantToRead } from '../../reading/want-to-read/schema'
import { system, type Viewer } from '../../accounts/permissions/model'
import { selectChosenColors, firstBookColor } from './cover-colors'
import { computeUpstreamGaps, getHigher } from './gaps/upstream-gaps'
import { roleNamed, type LocksView, type SeriesView } from './model'
import {
  type Author,
  series,
  type SeriesLockName,
  seriesLockNames,
  seriesMetadata,
  seriesTracking,
} from './schema'

type Ids = readonly string[]
/** Larger pages are read in a Worker. */
const quickRows = 100

/** Lists series in the order of `ids`. Omits those that the viewer cannot see. */
export async function listFullSeries(
  ctx: Pick<Context, 'db' | 'heavy'>,
  viewer: Viewer,
  ids: Ids,
): Promise<SeriesView[]> {
  if (ids.length === 0) return []
  const db = ids.length > quickRows ? ctx.heavy : ctx.db
  const [rows, children] = await Promise.all([
    selectRows(db, viewer, ids),
    selectChildren(db, viewer, ids),
  ])
  const chosen = await selectChosenColors(
    db,
    rows.map((row) => row.series),
  )
  const byId = new Map(rows.map((row) => [row.series.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const coverColor = chosen.get(id) ?? row.colorOfFirstBook
    return [{ ...buildSeriesView(viewer, row, getChildren(children, id)), coverColor }]
  })
}

/** Loads one series inside a transaction, which has a single database handle. */
export const buildFullSeries = async (db: Db, viewer: Viewer, id: string) =>
  (await listFullSeries({ db, heavy: db }, viewer, [id]))[0]

/**
 * Uses one prepared statement for all viewers, because building a statement takes longer than first
 * querying which series are visible.
 */
async function selectRows(db: Db, viewer: Viewer, ids: Ids) {
  const visible = seesEverything(viewer) ? ids : await selectVisibleIds(db, viewer, ids)
  return selectAnyRows(db, { ids: encodeIds(visible), userId: viewer.userId })
}

async function selectVisibleIds(db: Db, viewer: Viewer, ids: Ids) {
  const rows = await db
    .select({ id: series.id })
    .from(series)
    .where(and(inIds(series.id, ids), isSeriesVisibleTo(viewer)))
  return rows.map(({ id }) => id)
}

const selectAnyRows = prepareStatement('series_rows', (db) => buildRowsQuery(db))

const userId = sql.placeholder('userId')

/** Omits the search text, which is as long as all other columns together. */
const { search: _, ...shownMetadata } = getTableColumns(seriesMetadata)

const buildRowsQuery = (db: Db) =>
  db
    .select({
      series,
      metadata: shownMetadata,
      libraryName: libraries.name,
      booksRead: seriesProgress.booksRead,
      readCount: seriesProgress.readCount,
      lastCompletedAt: seriesProgress.lastCompletedAt,
      wanted: wantToRead.id,
      latestKnownChapter: seriesTracking.latestKnownChapter,
      latestKnownVolume: seriesTracking.latestKnownVolume,
      releasedChapter: seriesTracking.releasedChapter,
      releasedVolume: seriesTracking.releasedVolume,
      colorOfFirstBook: firstBookColor,
    })
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .leftJoin(
      seriesProgress,
      and(eq(seriesProgress.userId, userId), eq(seriesProgress.seriesId, series.id)),
    )
    .leftJoin(seriesTracking, eq(seriesTracking.seriesId, series.id))
    .leftJoin(wantToRead, and(eq(wantToRead.userId, userId), eq(wantToRead.seriesId, series.id)))
    .where(and(inIdsPlaceholder(series.id, 'ids'), isSeriesVisibleTo(system)))

async function selectChildren(db: Db, viewer: Viewer, ids: Ids) {
  const values = { ids: encodeIds(ids) }
  const [titles, idsElsewhere, links, ratings, genres, tags] = await Promise.all([
    selectTitles(db, values),
    selectExternalIds(db, values),
    selectLinks(db, values),
    selectRatings(db, values),
    listLabelsOfSeries(db, viewer, 'genre', ids),
    listLabelsOfSeries(db, viewer, 'tag', ids),
  ])
  return {
    titles: groupBySeries(titles),
    externalIds: groupBySeries(idsElsewhere),
    links: groupBySeries(links),
    ratings: groupBySeries(ratings),
    genres,
    tags,
  }
}

const selectTitles = prepareStatement('alternate_titles', (db) =>
  db
    .select()
    .from(alternateTitles)
    .where(inIdsPlaceholder(alternateTitles.seriesId, 'ids'))
    .orderBy(asc(alternateTitles.id)),
)
const selectExternalIds = prepareStatement('external_ids', (db) =>
  db
    .select()
    .from(externalIds)
    .where(inIdsPlaceholder(externalIds.seriesId, 'ids'))
    .orderBy(asc(externalIds.source)),
)
const selectLinks = prepareStatement('external_links', (db) =>
  db
    .select()
    .from(externalLinks)
    .where(inIdsPlaceholder(externalLinks.seriesId, 'ids'))
    .orderBy(asc(externalLinks.sourceName)),
)
const selectRatings = prepareStatement('external_ratings', (db) =>
  db
    .select()
    .from(externalRatings)
    .where(inIdsPlaceholder(externalRatings.seriesId, 'ids'))
    .orderBy(asc(externalRatings.sourceName)),
)

function groupBySeries<Child extends { seriesId: string }>(rows: Child[]): Map<string, Child[]> {
  return Map.groupBy(rows, (row) => row.seriesId)
}

type Row = Awaited<ReturnType<typeof selectRows>>[number]
type Children = Awaited<ReturnType<typeof selectChildren>>

const getChildren = (children: Children, id: string) => ({
  alternateTitles: children.titles.get(id) ?? [],
  externalIds: children.externalIds.get(id) ?? [],
  externalLinks: children.links.get(id) ?? [],
  externalRatings: children.ratings.get(id) ?? [],
  genres: children.genres.get(id) ?? [],
  tags: children.tags.get(id) ?? [],
})

function buildSeriesView(
  viewer: Viewer,
  row: Row,
  children: ReturnType<typeof getChildren>,
): Omit<SeriesView, 'coverColor'> {
  const { series: narrow, metadata } = row
  return {
    id: narrow.id,
    libraryId: narrow.libraryId,
    libraryName: row.libraryName,
    path: viewer.permissions.has('libraries:write') ? metadata.path : null,
    bookCount: narrow.bookCount,
    createdAt: narrow.createdAt,
    updatedAt: narrow.updatedAt,
    metadata: buildSeriesMetadataView(narrow, metadata),
    ...children,
    hasCustomCover: narrow.hasCustomCover,
    selectedCoverSource: narrow.selectedCoverSource,
    tracked: narrow.tracked,
    ...buildReadingView(row),
    localMaxChapter: narrow.localMaxChapter,
    localMaxVolume: narrow.localMaxVolume,
    volumesOwned: narrow.volumesOwned,
    ...computeUpstreamGaps({
      ...narrow,
      latestKnownChapter: getHigher(row.latestKnownChapter, row.releasedChapter),
      latestKnownVolume: getHigher(row.latestKnownVolume, row.releasedVolume),
      sources: metadata.sources,
    }),
  }
}

/** Builds the reading view. Series that the user has not started have no progress row. */
const buildReadingView = ({
  series: { bookCount },
  booksRead,
  readCount,
  lastCompletedAt,
  wanted,
}: Row) => ({
  unreadCount: Math.max(0, bookCount - (booksRead ?? 0)),
  readCount: bookCount === 0 ? 0 : (readCount ?? 0),
  lastCompletedAt,
  wantToRead: wanted !== null,
})

export const buildSeriesMetadataView = (
  narrow: Row['series'],
  wide: Row['metadata'],
): SeriesView['metadata'] => ({
  title: narrow.title,
  titleSort: wide.titleSort,
  summary: wide.summary,
  publisher: narrow.publisher,
  imprint: wide.imprint,
  status: narrow.status,
  readingDirection: narrow.readingDirection,
  ageRating: narrow.ageRating,
  language: narrow.language,
  year: narrow.year,
  totalChapterCount: narrow.totalChapterCount,
  totalVolumeCount: narrow.totalVolumeCount,
  authors: wide.authors?.map(buildAuthorView) ?? null,
  customMetadata: wide.customMetadata,
  locks: buildLocksView(wide.locks),
  createdAt: wide.createdAt,
  updatedAt: wide.updatedAt,
})

const buildAuthorView = ({ name, role, sortName }: Author) => ({
  name,
  role: roleNamed(role),
  sortName: sortName ?? null,
})

export const buildLocksView = (locks: readonly SeriesLockName[]): LocksView =>
  Object.fromEntries(seriesLockNames.map((name) => [name, locks.includes(name)])) as LocksView
