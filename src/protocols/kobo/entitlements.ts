/** Builds books and reading states in the format of the Kobo firmware. Pure. */
import type { BookFacts } from '../../catalog/books/metadata/metadata-view'
import type { BookView, ReadProgressView } from '../../catalog/books/model'
import { buildPagePath } from './files/comic-documents'
import type { KoboLocation } from './model'

const writerRoles = new Set(['author', 'co_author', 'writer'])

/** Formats times without milliseconds, as the Kobo store does. */
const formatTime = (time: Date) => time.toISOString().replace(/\.\d+Z$/, 'Z')

type Entitled = Pick<BookView, 'id' | 'createdAt' | 'updatedAt'> & { revisionId?: string }

export const buildEntitlement = (
  { id, revisionId = id, createdAt, updatedAt }: Entitled,
  isRemoved = false,
) => ({
  Accessibility: 'Full',
  ActivePeriod: { From: formatTime(createdAt) },
  Created: formatTime(createdAt),
  CrossRevisionId: id,
  Id: id,
  IsHiddenFromArchive: false,
  IsLocked: false,
  IsRemoved: isRemoved,
  LastModified: formatTime(updatedAt),
  OriginCategory: 'Imported',
  RevisionId: revisionId,
  Status: 'Active',
})

interface MetadataOptions extends Partial<Omit<BookFacts, 'subjects'>> {
  /** Base URL containing the device's key. */
  base: string
  revisionId: string
  /** Hash of the thumbnail, if the book has one. */
  coverHash: string | undefined
}

/** Devices cache a cover under its ID, so a different cover needs a different ID. */
const buildCoverId = (id: string, hash: string | undefined) =>
  hash ? `${id}-${hash.slice(0, 8)}` : id

export function buildMetadata(
  book: BookView,
  { people = [], language, publisher, issued, base, revisionId, coverHash }: MetadataOptions,
) {
  const { id, title, seriesId, seriesName, createdAt } = book
  const names = [...new Set(people.filter(isWriter).map(({ name }) => name))]
  const place = book.numberFrom ?? book.number
  return {
    Categories: ['00000000-0000-0000-0000-000000000001'],
    Contributors: names,
    ContributorRoles: names.map((Name) => ({ Name, Role: 'Author' })),
    CoverImageId: buildCoverId(id, coverHash),
    CrossRevisionId: id,
    CurrentDisplayPrice: { CurrencyCode: 'USD', TotalAmount: 0 },
    CurrentLoveDisplayPrice: { TotalAmount: 0 },
    Description: book.summary ?? '',
    DownloadUrls: [buildDownload(book, base)],
    EntitlementId: id,
    ExternalIds: [],
    Genre: '00000000-0000-0000-0000-000000000001',
    IsEligibleForKoboLove: false,
    IsInternetArchive: false,
    IsPreOrder: false,
    IsSocialEnabled: false,
    Language: language ?? 'en',
    PhoneticPronunciations: {},
    PublicationDate: issued ?? formatTime(createdAt),
    Publisher: { Imprint: '', Name: publisher ?? '' },
    RevisionId: revisionId,
    ...(title !== seriesName && {
      Series: {
        Id: seriesId,
        Name: seriesName,
        Number: place === null ? '' : String(place),
        NumberFloat: place ?? 0,
      },
    }),
    Title: title,
    WorkId: id,
  }
}

function buildDownload({ id, fileFormat, fileSize }: BookView, base: string) {
  const isText = fileFormat === 'epub'
  return {
    DrmType: 'None',
    Format: isText ? 'KEPUB' : 'EPUB3FL',
    Platform: 'Generic',
    Size: fileSize,
    Url: `${base}/v1/books/${id}/file/${isText ? 'kepub' : 'comic'}`,
  }
}

const isWriter = ({ role }: { role: string }) => writerRoles.has(role)

interface StateOptions {
  progress: ReadProgressView | null
  /** The location sent by the device, if it is still the current position. */
  location?: KoboLocation | undefined
}

/**
 * Converts a fraction to a percentage with one decimal, as devices send it. Rounds down, so that a
 * device is never sent beyond the position.
 */
export const roundPercent = (fraction: number) => Math.floor(fraction * 1_000 + 1e-6) / 10

export function buildReadingState(
  { id, createdAt, fileFormat }: Pick<BookView, 'id' | 'createdAt' | 'fileFormat'>,
  { progress, location }: StateOptions,
) {
  const modified = formatTime(progress?.updatedAt ?? createdAt)
  const isComic = fileFormat !== 'epub'
  const place = location ?? (isComic && progress ? buildPageLocation(progress) : undefined)
  const percent = roundPercent(progress?.progressPercentage ?? 0)
  return {
    EntitlementId: id,
    Created: formatTime(createdAt),
    LastModified: modified,
    PriorityTimestamp: modified,
    StatusInfo: {
      LastModified: modified,
      Status: findStatus(progress),
      TimesStartedReading: progress ? 1 : 0,
    },
    Statistics: { LastModified: modified },
    CurrentBookmark: {
      LastModified: modified,
      ...(progress && { ProgressPercent: percent }),
      ...(place && { Location: place }),
    },
  }
}
/** Builds the location of a page in the e-book that is generated from the comic. */
const buildPageLocation = ({ currentPage }: ReadProgressView): KoboLocation => ({
  Source: buildPagePath(Math.max(1, currentPage)),
  Type: 'KoboSpan',
  Value: 'kobo.1.1',
})

export type KoboReadingState = ReturnType<typeof buildReadingState>

function findStatus(progress: ReadProgressView | null) {
  if (!progress) return 'ReadyToRead'
  return progress.completed ? 'Finished' : 'Reading'
}
