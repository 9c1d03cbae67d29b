/** Libraries, series and books as the server describes them. */
import type { Schemas } from '../../../../../src/web/ui/api/types'

const at = '2026-01-01T00:00:00.000Z'
const createId = (kind: string, number: number) =>
  `01a1fdc4-0439-7419-b25d-${kind}${String(number).padStart(4, '0')}`

export function createLibrary(name: string, number = 1): Schemas['Library'] {
  return {
    id: createId('1b1b0000', number),
    name,
    description: null,
    type: 'comic',
    path: `/books/${name}`,
    paths: [`/books/${name}`],
    isActive: true,
    seriesStrategy: 'series_volume',
    seriesConfig: null,
    bookStrategy: 'filename',
    bookConfig: null,
    numberStrategy: 'filename',
    numberConfig: null,
    defaultReadingDirection: 'ltr',
    allowedFormats: null,
    excludedPatterns: null,
    followLinks: false,
    scanningConfig: {
      enabled: false,
      cronSchedule: null,
      cronTimezone: null,
      scanMode: 'normal',
      scanOnStart: false,
      purgeDeletedOnScan: false,
    },
    watch: 'auto',
    watching: null,
    state: 'available',
    stateReason: null,
    bookCount: 2,
    seriesCount: 1,
    lastScannedAt: at,
    trashedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}

/** The library of all series and books. */
export const library = createLibrary('Comics')

const unlocked = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, false]))

const seriesLocks = unlocked(
  (
    'ageRating alternateTitles authorsJsonLock cover customMetadata genres imprint language ' +
    'publisher readingDirection status summary tags title titleSort totalChapterCount ' +
    'totalVolumeCount year'
  ).split(' '),
) as Schemas['SeriesLocks']

export function createSeries(
  title: string,
  number = 1,
  more: Partial<Schemas['Series']> = {},
): Schemas['Series'] {
  return {
    id: createId('5e5e0000', number),
    libraryId: library.id,
    libraryName: library.name,
    path: null,
    bookCount: 2,
    createdAt: at,
    updatedAt: at,
    metadata: createSeriesMetadata(title),
    alternateTitles: [],
    externalIds: [],
    externalLinks: [],
    externalRatings: [],
    genres: [],
    tags: [],
    hasCustomCover: false,
    selectedCoverSource: null,
    coverColor: null,
    tracked: false,
    unreadCount: 2,
    readCount: 0,
    lastCompletedAt: null,
    wantToRead: false,
    localMaxChapter: null,
    localMaxVolume: null,
    volumesOwned: null,
    upstreamChapterGap: null,
    upstreamVolumeGap: null,
    upstreamGapProvider: null,
    ...more,
  }
}

const createSeriesMetadata = (title: string): Schemas['SeriesMetadata'] => ({
  title,
  titleSort: null,
  summary: null,
  publisher: null,
  imprint: null,
  status: null,
  readingDirection: null,
  ageRating: null,
  language: null,
  year: null,
  totalChapterCount: null,
  totalVolumeCount: null,
  authors: null,
  customMetadata: null,
  locks: seriesLocks,
  createdAt: at,
  updatedAt: at,
})

export function createBook(
  title: string,
  number = 1,
  more: Partial<Schemas['Book']> = {},
): Schemas['Book'] {
  const { id, metadata } = createSeries('Tides')
  return {
    id: createId('b00c0000', number),
    seriesId: id,
    seriesName: metadata.title,
    libraryId: library.id,
    libraryName: library.name,
    title,
    titleSort: null,
    number,
    volumeEnd: null,
    numberKind: null,
    numberFrom: null,
    numberTo: null,
    chapterEnd: null,
    path: null,
    fileFormat: 'cbz',
    fileSize: 1_000_000,
    fileHash: 'a1',
    koreaderHash: null,
    pageCount: 10,
    readingDirection: null,
    analyzed: true,
    analysisError: null,
    finding: null,
    findings: [],
    deleted: false,
    readProgress: null,
    readCount: 0,
    lastCompletedAt: null,
    wantToRead: false,
    coverColor: null,
    createdAt: at,
    updatedAt: at,
    volume: null,
    chapter: null,
    summary: null,
    ...more,
  }
}
