/**
 * Builds a book in Komga's format. All members are present, and are null where Komga sends null.
 */
import { basename } from 'node:path/posix'
import type { BookView, ReadProgressView } from '../../../catalog/books/model'
import type { ListMetadata } from '../../../catalog/books/metadata/metadata-view'
import { mapListMetadata } from '../../../catalog/books/metadata/service'
import { runKinds } from '../../../catalog/books/numbers/number-kind'
import type { BookLockName } from '../../../catalog/books/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { formatInstant, formatSize } from './formats'
import { toKomgaRole } from './series-dto'

export async function buildBookDtos(ctx: Context, viewer: Viewer, found: readonly BookView[]) {
  const metadata = await mapListMetadata(
    ctx,
    viewer,
    found.map(({ id }) => id),
  )
  return found.map((view) => buildBookDto(view, metadata.get(view.id)))
}

type Numbered = Pick<BookView, 'numberKind' | 'numberFrom' | 'chapter' | 'volume' | 'number'>

/**
 * Returns false for books that are not in the numbered run of a series, because their numbers would
 * be mistaken for those of issues. Also returns false for books without a number, which have the
 * number 0 in lists.
 */
export const hasNumber = (book: Numbered) =>
  (book.numberKind === null || inRun.has(book.numberKind)) && findNumber(book) !== null

const inRun: ReadonlySet<string> = new Set(runKinds)

const findNumber = ({ numberFrom, chapter, volume, number }: Numbered) =>
  numberFrom ?? chapter ?? volume ?? number

/** Returns the number that clients use to sort books and to track progress. */
export const getNumberSort = (book: Numbered) => findNumber(book) ?? 0

function buildBookDto(view: BookView, metadata: ListMetadata | undefined) {
  const { id, seriesId, libraryId, title, fileSize, createdAt, updatedAt, readProgress } = view
  const name = view.path ? basename(view.path).replace(/\.[^.]*$/, '') : title
  return {
    id,
    seriesId,
    seriesTitle: view.seriesName,
    libraryId,
    name,
    url: view.path ?? `${name}.${view.fileFormat}`,
    number: Math.max(0, Math.floor(getNumberSort(view))),
    created: formatInstant(createdAt),
    lastModified: formatInstant(updatedAt),
    // Clients show this as the date of the book.
    fileLastModified: formatInstant(createdAt),
    sizeBytes: fileSize,
    size: formatSize(fileSize),
    media: buildMedia(view),
    metadata: buildMetadataDto(view, metadata),
    readProgress: readProgress && buildReadProgress(readProgress),
    deleted: false,
    fileHash: view.fileHash,
    oneshot: false,
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  cbz: 'application/zip',
  folder: 'application/zip',
  cbr: 'application/x-rar-compressed',
  cb7: 'application/x-7z-compressed',
  cbt: 'application/x-tar',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
}

function buildMedia({ fileFormat, pageCount, analyzed, analysisError }: BookView) {
  const mediaProfile = fileFormat === 'epub' ? 'EPUB' : fileFormat === 'pdf' ? 'PDF' : 'DIVINA'
  const isUnread = analyzed ? 'ERROR' : 'UNKNOWN'
  return {
    status: pageCount > 0 ? 'READY' : isUnread,
    mediaType: mediaTypes[fileFormat] ?? 'application/octet-stream',
    mediaProfile,
    pagesCount: pageCount,
    comment: analysisError?.message ?? '',
    epubDivinaCompatible: false,
    epubIsKepub: false,
  }
}

function buildMetadataDto(view: BookView, metadata: Partial<ListMetadata> = {}) {
  const { authors, externalLinks, subjects, isbns, summary, number, releaseDate, locks } = metadata
  const { createdAt = view.createdAt, updatedAt = view.updatedAt } = metadata
  const numberSort = getNumberSort(view)
  return {
    title: view.title,
    summary: summary ?? '',
    number: number ?? String(numberSort),
    numberSort,
    releaseDate: completeDate(releaseDate ?? null),
    authors: (authors ?? []).map(({ name, role }) => ({ name, role: toKomgaRole(role) })),
    tags: subjects ?? [],
    isbn: isbns?.split(',')[0]?.trim() ?? '',
    links: buildLinks(externalLinks),
    ...buildLocks(new Set(locks)),
    created: formatInstant(createdAt),
    lastModified: formatInstant(updatedAt),
  }
}

const buildLinks = (links: ListMetadata['externalLinks'] | undefined) =>
  (links ?? []).map(({ sourceName, url }) => ({ label: sourceName, url }))

const buildLocks = (locks: ReadonlySet<BookLockName>) => ({
  titleLock: locks.has('titleLock'),
  summaryLock: locks.has('summaryLock'),
  numberLock: locks.has('numberLock'),
  numberSortLock: locks.has('chapterLock'),
  releaseDateLock: locks.has('yearLock'),
  authorsLock: locks.has('authorsJsonLock'),
  tagsLock: locks.has('subjectsLock'),
  isbnLock: locks.has('isbnsLock'),
  linksLock: locks.has('externalLinksLock'),
})

/** Clients parse only complete dates, so unknown months and days are set to 1. */
const completeDate = (date: string | null) => {
  const [year, month = '01', day = '01'] = date?.slice(0, 10).split('-') ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}

const buildReadProgress = ({ currentPage, completed, startedAt, updatedAt }: ReadProgressView) => ({
  page: currentPage,
  completed,
  readDate: formatInstant(updatedAt),
  created: formatInstant(startedAt),
  lastModified: formatInstant(updatedAt),
  deviceId: '',
  deviceName: '',
})
