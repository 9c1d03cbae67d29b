/**
 * Builds a series in Komga's format. All members are present, and are null where Komga sends null.
 */
import type { SeriesView } from '../../../catalog/series/model'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { countBooksInProgress } from '../../../reading/progress/series/series-progress'
import { formatInstant } from './formats'

export async function buildSeriesDtos(ctx: Context, viewer: Viewer, found: readonly SeriesView[]) {
  const inProgress = await countBooksInProgress(
    ctx.db,
    viewer,
    found.map(({ id }) => id),
  )
  return found.map((view) => buildSeriesDto(view, inProgress.get(view.id) ?? 0))
}

function buildSeriesDto(view: SeriesView, booksInProgressCount: number) {
  const { id, libraryId, bookCount, path, createdAt, updatedAt } = view
  const unread = view.unreadCount ?? bookCount
  return {
    id,
    libraryId,
    name: view.metadata.title,
    url: path ?? '',
    created: formatInstant(createdAt),
    lastModified: formatInstant(updatedAt),
    fileLastModified: formatInstant(updatedAt),
    booksCount: bookCount,
    booksReadCount: Math.max(0, bookCount - unread),
    booksUnreadCount: Math.max(0, unread - booksInProgressCount),
    booksInProgressCount,
    metadata: buildMetadata(view),
    booksMetadata: buildBooksMetadata(view),
    deleted: false,
    oneshot: false,
  }
}

function buildMetadata(view: SeriesView) {
  const { metadata, genres, tags, alternateTitles, externalLinks } = view
  return {
    status: toKomgaStatus(metadata.status),
    title: metadata.title,
    titleSort: metadata.titleSort ?? metadata.title,
    summary: metadata.summary ?? '',
    readingDirection: toKomgaDirection(metadata.readingDirection),
    publisher: metadata.publisher ?? '',
    ageRating: metadata.ageRating,
    language: metadata.language ?? '',
    genres: genres.map(({ name }) => name),
    tags: tags.map(({ name }) => name),
    totalBookCount: metadata.totalVolumeCount,
    sharingLabels: [],
    links: externalLinks.map(({ sourceName, url }) => ({ label: sourceName, url })),
    alternateTitles: alternateTitles.map(({ label, title }) => ({ label, title })),
    ...buildLocks(metadata.locks),
    created: formatInstant(metadata.createdAt),
    lastModified: formatInstant(metadata.updatedAt),
  }
}

const buildLocks = (locks: SeriesView['metadata']['locks']) => ({
  statusLock: locks.status,
  titleLock: locks.title,
  titleSortLock: locks.titleSort,
  summaryLock: locks.summary,
  readingDirectionLock: locks.readingDirection,
  publisherLock: locks.publisher,
  ageRatingLock: locks.ageRating,
  languageLock: locks.language,
  genresLock: locks.genres,
  tagsLock: locks.tags,
  totalBookCountLock: locks.totalVolumeCount,
  sharingLabelsLock: false,
  linksLock: false,
  alternateTitlesLock: locks.alternateTitles,
})

function buildBooksMetadata({ metadata, tags, createdAt, updatedAt }: SeriesView) {
  return {
    authors: (metadata.authors ?? []).map(({ name, role }) => ({ name, role: toKomgaRole(role) })),
    tags: tags.map(({ name }) => name),
    releaseDate: metadata.year === null ? null : `${String(metadata.year).padStart(4, '0')}-01-01`,
    summary: metadata.summary ?? '',
    summaryNumber: '',
    created: formatInstant(createdAt),
    lastModified: formatInstant(updatedAt),
  }
}

const statuses: Readonly<Record<string, string>> = {
  ended: 'ENDED',
  hiatus: 'HIATUS',
  abandoned: 'ABANDONED',
}
/** Komga has no status for series whose status is unknown. */
const toKomgaStatus = (status: string | null) => statuses[status ?? ''] ?? 'ONGOING'

const directions: Readonly<Record<string, string>> = {
  rtl: 'RIGHT_TO_LEFT',
  ttb: 'VERTICAL',
  webtoon: 'WEBTOON',
}
/** Never null, because one client cannot parse null. */
const toKomgaDirection = (direction: string | null) =>
  directions[direction ?? ''] ?? 'LEFT_TO_RIGHT'

/** Komga calls the cover artist `cover`; the other roles have the same names. */
export const toKomgaRole = (role: string) => (role === 'cover_artist' ? 'cover' : role)

export function toQuireRole(role: string): string {
  const name = role.trim().toLowerCase()
  return name === 'cover' ? 'cover_artist' : name
}
