/** What folders and files say of a series, in the words of this room. Pure. */
import type { FileMetadata } from '../formats/metadata'
import { parseName } from '../formats/names'
import { lastNameOf, stemOf } from '../lib/path-names'
import type { Author } from './schema'

/** A member that is null says nothing. */
export interface SeriesOffer {
  title: string | null
  titleSort: string | null
  publisher: string | null
  imprint: string | null
  language: string | null
  ageRating: number | null
  readingDirection: 'ltr' | 'rtl' | null
  year: number | null
  authors: Author[] | null
  summary: string | null
  status: FileMetadata['seriesStatus']
  totalChapterCount: number | null
}

const maxTitleLength = 500

export function seriesOffer(metadata: FileMetadata): SeriesOffer {
  const { readingDirection, manga, authors } = metadata
  // What a book tells of its content and its series' length is not said of the series itself.
  const isOfSeries = metadata.source === 'series_json'
  return {
    title: boundOrNull(metadata.series),
    titleSort: boundOrNull(metadata.seriesSort),
    publisher: boundOrNull(metadata.publisher),
    imprint: boundOrNull(metadata.imprint),
    language: boundOrNull(metadata.languageIso),
    ageRating: metadata.ageRating,
    readingDirection: readingDirection ?? (manga ? 'rtl' : null),
    year: metadata.year,
    authors: authors.length > 0 ? authors : null,
    summary: isOfSeries ? metadata.summary : null,
    status: metadata.seriesStatus,
    totalChapterCount: isOfSeries ? metadata.count : null,
  }
}

/** The folder that makes a series; undefined: it is made by something else. */
export function placeOfSeries(groupKey: string): { rootId: string; folder: string } | undefined {
  const [, rootId, folder] = /^([0-9a-f-]{36})\/([^/].*)$/s.exec(groupKey) ?? []
  return rootId === undefined || folder === undefined ? undefined : { rootId, folder }
}

/** What the place of a series tells of it: its folder, or else the name of its first book. */
export function pathWords({ groupKey, relativePath }: { groupKey: string; relativePath: string }) {
  const place = placeOfSeries(groupKey)
  if (place) return describeFolder(lastNameOf(place.folder))
  const stem = stemOf(relativePath)
  const { series, year } = parseName(stem)
  return { title: boundTitle(series ?? stem), year }
}

/** `Saga (2012) [Digital]` is called Saga and began in 2012; a name of nothing but brackets stays. */
export function describeFolder(name: string): { title: string; year: number | null } {
  const title = name
    .replaceAll('_', ' ')
    .replace(/(?:\s*(?:\([^()]{0,80}\)|\[[^[\]]{0,80}\]|\{[^{}]{0,80}\}))+\s*$/u, '')
    .trim()
  const year = /\((?<year>(?:18|19|20)\d{2})(?:\s?-\s?(?:\d{2,4})?)?\)/u.exec(name)?.groups?.[
    'year'
  ]
  return { title: boundTitle(title || name), year: year === undefined ? null : Number(year) }
}

export const boundTitle = (text: string) => text.slice(0, maxTitleLength).toWellFormed()
const boundOrNull = (text: string | null) => (text === null ? null : boundTitle(text))
