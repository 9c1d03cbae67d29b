/** Series metadata from files and folders. Pure. */
import { type FileMetadata, getSeriesYear } from '../../../media/contents/file-metadata'
import type { Author } from '../schema'

/** Values that files and folders offer. null means that no value is specified. */
export interface SeriesOffer {
  title: string | null
  titleSort: string | null
  publisher: string | null
  imprint: string | null
  language: string | null
  ageRating: number | null
  readingDirection: 'ltr' | 'rtl' | 'webtoon' | null
  year: number | null
  authors: Author[] | null
  summary: string | null
  status: FileMetadata['seriesStatus']
  totalChapterCount: number | null
  totalVolumeCount: number | null
}

const maxTitleLength = 500

export function buildSeriesOffer(metadata: FileMetadata): SeriesOffer {
  const { authors } = metadata
  // In a book file, the summary describes only the book.
  const isOfSeries = metadata.source === 'series_json'
  return {
    title: truncateOrNull(metadata.series),
    titleSort: truncateOrNull(metadata.seriesSort),
    publisher: truncateOrNull(metadata.publisher),
    imprint: truncateOrNull(metadata.imprint),
    language: truncateOrNull(metadata.languageIso),
    ageRating: metadata.ageRating,
    readingDirection: findReadingDirection(metadata),
    year: getSeriesYear(metadata) ?? metadata.year,
    authors: authors.length > 0 ? authors : null,
    summary: isOfSeries ? metadata.summary : null,
    status: metadata.seriesStatus,
    ...pickTotals(metadata),
  }
}

/**
 * A format, genre or tag such as `webtoon` is more specific than the manga flag, which programs
 * also set for other Asian comics.
 */
function findReadingDirection(metadata: FileMetadata): SeriesOffer['readingDirection'] {
  const { readingDirection, manga, formatDetail, genres, tags } = metadata
  if ([formatDetail ?? '', ...genres, ...tags].some((name) => isWebtoon.test(name))) {
    return 'webtoon'
  }
  return readingDirection ?? (manga ? 'rtl' : null)
}

const isWebtoon = /^\s*(webtoons?|long[ -]?strip|vertical[ -]?scroll(ing)?)\s*$/i

/**
 * `Count` is a number of chapters if the file has a chapter number, or else a number of volumes.
 * Some programs write the number of files that existed at the time, so a total lower than the
 * book's number is ignored.
 */
function pickTotals({ source, count, chapter, volume }: FileMetadata) {
  const none = { totalChapterCount: null, totalVolumeCount: null }
  if (source === 'series_json') return { ...none, totalChapterCount: count }
  if (source !== 'comicinfo' || count === null || count < 1) return none
  if (chapter !== null) return count < chapter ? none : { ...none, totalChapterCount: count }
  return volume === null || count < volume ? none : { ...none, totalVolumeCount: count }
}

/** Returns the series folder, or undefined if the series is not grouped by folder. */
export function getSeriesPosition(
  groupKey: string,
): { rootId: string; folder: string } | undefined {
  const [, rootId, folder] = /^([0-9a-f-]{36})\/([^/].*)$/s.exec(groupKey) ?? []
  // Two slashes mean that the series is grouped by name or by a key that no folder can have.
  if (rootId === undefined || folder === undefined || folder.includes('//')) return undefined
  return { rootId, folder }
}

const truncateTitle = (text: string) => text.slice(0, maxTitleLength).toWellFormed()
const truncateOrNull = (text: string | null) => (text === null ? null : truncateTitle(text))
