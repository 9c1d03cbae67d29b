/**
 * Archives of LANraragi, with their metadata, ratings and reading progress. Ratings and some of the
 * metadata are stored as tags.
 */
import { parseLanguage } from '../../../../media/metadata/languages'
import { cleanLine, cleanList, cleanText } from '../../../../media/metadata/metadata-values'
import type {
  ForeignBook,
  ForeignBookEdits,
  ForeignRating,
  ForeignReading,
} from '../../neutral-form'
import { type ForeignObject, listObjects } from '../values/foreign-json'
import { asInstant, asInteger, asReal, asSize, asText, type Value } from '../values/foreign-values'

/** LANraragi has no accounts. */
export const readerId = 'reader'

export interface Archive {
  /** Hash of the beginning of the file. */
  id: string
  /** Name of the file without its extension. */
  name: string
  title: string | null
  summary: string | null
  /** Namespace and value, such as `artist` and `ida kern`. The namespace may be empty. */
  tags: (readonly [string, string])[]
  size: number | null
  pageCount: number | null
  /** Page number, starting at 1; 0 for an archive that nobody opened. */
  page: number
  readAt: Date | null
}

export function readArchives(given: unknown): Archive[] {
  const archives = new Map<string, Archive>()
  for (const one of listObjects(given)) {
    const archive = readArchive(one)
    if (archive && !archives.has(archive.id)) archives.set(archive.id, archive)
  }
  return [...archives.values()]
}

function readArchive(one: ForeignObject): Archive | undefined {
  const id = asText(one['arcid'], 60)?.toLowerCase() ?? ''
  if (!/^[0-9a-f]{40}$/.test(id)) return undefined
  const pageCount = asInteger(one['pagecount'])
  return {
    id,
    name: cleanLine(asText(one['filename'], 1000)) ?? '',
    title: cleanLine(asText(one['title'], 500)),
    summary: cleanText(asText(one['summary'])),
    tags: readTags(one['tags']),
    size: asSize(one['size']),
    pageCount: pageCount !== null && pageCount > 0 ? pageCount : null,
    page: Math.max(asInteger(one['progress']) ?? 0, 0),
    readAt: asInstant(asReal(one['lastreadtime'])),
  }
}

const maxTagsLength = 65_536
const maxTags = 500
const maxTagLength = 500

function readTags(given: Value | undefined): Archive['tags'] {
  const parts = (asText(given, maxTagsLength) ?? '').split(',')
  return cleanList(parts)
    .slice(0, maxTags)
    .map((tag) => {
      const [, namespace = '', value = tag] = /^([\w -]{1,40}):(.+)$/.exec(tag) ?? []
      return [namespace.trim().toLowerCase(), value.trim().slice(0, maxTagLength)] as const
    })
}

export const toForeignBook = ({ id, name, title, size, pageCount }: Archive): ForeignBook => ({
  foreignId: id,
  libraryId: null,
  path: null,
  fileStem: name,
  startSha1: id,
  size,
  partialMd5: null,
  pageCount,
  seriesId: null,
  // The title is shown if the series is not found.
  seriesTitle: name || (title ?? id),
  number: null,
})

const list = (tags: Archive['tags'], namespace: string) =>
  tags.flatMap(([own, value]) => (own === namespace && value !== '' ? [value] : []))

/** Namespaces that are read separately, or that do not describe the book. */
const otherNamespaces: ReadonlySet<string> = new Set([
  'artist',
  'language',
  'rating',
  'date_added',
  'timestamp',
  'source',
  'uploader',
])

export function* readArchiveValues(archives: readonly Archive[]): Generator<ForeignBookEdits> {
  for (const { id: bookId, title, summary, tags } of archives) {
    const artists = list(tags, 'artist')
    const subjects = tags
      .filter(([namespace]) => !otherNamespaces.has(namespace))
      .map(([namespace, value]) => (namespace === '' ? value : `${namespace}:${value}`))
    const language = list(tags, 'language').map(parseLanguage).find(Boolean)
    const edits = {
      ...(title && { title }),
      ...(summary && { summary }),
      ...(language && { languageIso: language }),
      ...(subjects.length > 0 && { subjects }),
      ...(artists.length > 0 && {
        authors: artists.map((name) => ({ name, role: 'author' as const, sortName: null })),
      }),
    }
    if (Object.keys(edits).length > 0) yield { bookId, edits }
  }
}

/** Reads ratings from tags with one to five stars. */
export function* readArchiveRatings(archives: readonly Archive[]): Generator<ForeignRating> {
  for (const { id, tags } of archives) {
    const stars = list(tags, 'rating')[0]?.match(/⭐/gu)?.length ?? 0
    if (stars < 1 || stars > 5) continue
    const item = { kind: 'book' as const, foreignId: id }
    const given = { rating: stars * 20, note: null, at: null }
    yield { kind: 'rating', foreignId: id, personId: readerId, item, ...given }
  }
}

export function* readArchiveReadings(archives: readonly Archive[]): Generator<ForeignReading> {
  for (const { id, page, pageCount, readAt: at } of archives) {
    if (page === 0 || at === null) continue
    const common = { foreignId: id, personId: readerId, bookId: id, device: null }
    if (pageCount !== null && page >= pageCount) {
      // The time is that of the last visit, which may be long after the archive was finished.
      const completion = { startedAt: null, completedAt: at, isUndated: true }
      yield { ...common, completions: [completion], position: null }
      continue
    }
    const fraction = pageCount === null ? null : page / pageCount
    const position = { page, fraction, locator: null, startedAt: null, at }
    yield { ...common, completions: [], position }
  }
}

export const countUndatedArchives = (archives: readonly Archive[]): number =>
  archives.filter(({ page, readAt }) => page > 0 && readAt === null).length
