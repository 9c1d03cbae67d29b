/** MangaUpdates: manga, manhwa, manhua and novels of any origin, with releases and totals. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type {
  Candidate,
  ProviderAuthor,
  PublicationFormat,
  PublicationStatus,
  Work,
} from '../model'
import type { BuiltInProvider } from '../provider'
import { decodeBase36 } from '../text/base-36'
import { readPlainText } from '../text/plain-text'
import {
  type JsonObject,
  nonEmpty,
  omitAbsent,
  readId,
  readInteger,
  readItems,
  readLine,
  readNumber,
  readObject,
  readRating,
  readUrl,
  readYear,
} from '../text/read-json'
import { acceptList, acceptObject } from '../text/response-shape'

const maxPerPage = 40

export const mangaupdates: BuiltInProvider = {
  name: 'mangaupdates',
  displayName: 'MangaUpdates',
  siteUrl: 'https://www.mangaupdates.com',
  searchUrl: 'https://www.mangaupdates.com/series?search={title}',
  attribution: null,
  base: 'https://api.mangaupdates.com/v1',
  // No published limit was found.
  limits: { default: { everyMs: 1000, burst: 3 } },
  isOnByDefault: true,
  subjects: ['manga', 'prose'],
  async search(send, { title, limit, format }) {
    const body = {
      search: title,
      page: 1,
      perpage: Math.min(limit, maxPerPage),
      ...(format === 'prose' && { type: ['Novel'] }),
    }
    const accepts = acceptList('results', (one) => isReadable(readObject(one['record'])))
    const request = {
      path: '/series/search',
      method: 'POST',
      body,
      kind: 'search',
      accepts,
    } as const
    return readItems(readObject(await send(request))['results']).flatMap((one) => {
      const { record, hit_title: hit } = readObject(one)
      const candidate = readCandidate(readObject(record), readLine(hit))
      return candidate ? [{ candidate }] : []
    })
  },
  async get(send, externalId) {
    const id = readInteger(externalId, { min: 1, max: Number.MAX_SAFE_INTEGER })
    if (id === undefined) throw createProviderError('mangaupdates', 'not_found')
    const series = readObject(
      await send({ path: `/series/${id}`, kind: 'work', accepts: acceptObject('', isReadable) }),
    )
    const candidate = readCandidate(series)
    if (!candidate) throw createProviderError('mangaupdates', 'not_found')
    return { candidate, work: readWork(series, candidate) }
  },
  parseLink(url) {
    // Newer URLs contain the ID in base 36. The old site used different IDs.
    const [, id] =
      /^https?:\/\/(?:www\.)?mangaupdates\.com\/series\/([0-9a-z]{7,12})(?:[/?#]|$)/i.exec(url) ??
      []
    return id === undefined ? undefined : decodeBase36(id)
  },
}

const formats: Record<string, PublicationFormat> = {
  manga: 'manga',
  doujinshi: 'manga',
  manhwa: 'manhwa',
  manhua: 'manhua',
  novel: 'novel',
  artbook: 'artbook',
  oel: 'comic',
}

const readFormat = ({ type }: JsonObject): PublicationFormat | null =>
  formats[readLine(type)?.toLowerCase() ?? ''] ?? null

/**
 * "(Novel)" and "(TAKANO Ichigo)" distinguish works with the same name; they are not part of the
 * title.
 */
const noteAtEnd = /\s*\((?:(?:light |web )?novel|[\p{Lu}'-]{2,} [\p{L}' -]+)\)\s*$/iu

function removeNote(title: string): string {
  const note = noteAtEnd.exec(title)?.[0] ?? ''
  const isName = /\(\p{Lu}{2,}/u.test(note)
  return isName || /novel/i.test(note) ? title.replace(noteAtEnd, '') : title
}

const isReadable = (series: JsonObject) => readCandidate(series) !== undefined

function readCandidate(series: JsonObject, hit?: string): Candidate | undefined {
  const externalId = readId(series['series_id'])
  const title = readLine(series['title'])
  if (externalId === undefined || title === undefined) return undefined
  const names = [hit, ...readNames(series)].filter((name) => name !== undefined && name !== title)
  return {
    externalId,
    title: removeNote(title),
    alternateTitles: [...new Set(names)].map((name) => ({ language: '', title: name! })),
    year: readYear(series['year']) ?? null,
    format: readFormat(series),
    status: readStatus(series) ?? null,
    totalVolumeCount: readVolumes(series) ?? null,
    totalChapterCount: null,
    authors: [...new Set(readAuthors(series).map(({ name }) => name))],
    country: null,
    publisher: readPublisher(series) ?? null,
    coverUrl: readCover(series) ?? null,
    siteUrl: readUrl(series['url']) ?? null,
    summary: readPlainText(series['description']) ?? null,
  }
}

const readNames = ({ associated }: JsonObject) =>
  readItems(associated).flatMap((one) => readLine(readObject(one)['title']) ?? [])

const statuses: readonly (readonly [RegExp, PublicationStatus])[] = [
  [/cancell?ed|discontinued/i, 'abandoned'],
  [/hiatus/i, 'hiatus'],
  [/ongoing/i, 'ongoing'],
  [/complete/i, 'ended'],
]

const readStatus = ({ status }: JsonObject) =>
  statuses.find(([words]) => words.test(readLine(status) ?? ''))?.[1]

/** Reads text such as "27 Volumes (Complete)". Only a complete work has a total. */
function readVolumes(series: JsonObject): number | undefined {
  const [, volumes] = /(\d{1,4})\s+volumes?/i.exec(readLine(series['status']) ?? '') ?? []
  return series['completed'] === true || readStatus(series) === 'ended'
    ? readInteger(volumes, { min: 1 })
    : undefined
}

const roles: Record<string, string> = { author: 'writer', artist: 'penciller' }

const readAuthors = ({ authors }: JsonObject): ProviderAuthor[] =>
  readItems(authors).flatMap((one) => {
    const { name: given, type } = readObject(one)
    const name = readLine(given)
    const role = roles[readLine(type)?.toLowerCase() ?? '']
    return name === undefined || role === undefined ? [] : [{ name, role }]
  })

function readPublisher({ publishers }: JsonObject) {
  const original = readItems(publishers).find((one) => readObject(one)['type'] === 'Original')
  return readLine(readObject(original)['publisher_name'])
}

const readCover = ({ image }: JsonObject) =>
  readUrl(readObject(readObject(image)['url'])['original'])

const directions: Partial<Record<PublicationFormat, string>> = {
  manga: 'rtl',
  manhwa: 'webtoon',
  manhua: 'webtoon',
}
const adultGenres = new Set(['hentai', 'adult', 'smut'])
const adultAge = 18

function readWork(series: JsonObject, candidate: Candidate): Work {
  const genres = readItems(series['genres']).flatMap(
    (one) => readLine(readObject(one)['genre']) ?? [],
  )
  const isAdult = genres.some((genre) => adultGenres.has(genre.toLowerCase()))
  return omitAbsent({
    title: candidate.title,
    alternateTitles: nonEmpty(candidate.alternateTitles),
    summary: candidate.summary ?? undefined,
    status: candidate.status ?? undefined,
    year: candidate.year ?? undefined,
    totalVolumeCount: candidate.totalVolumeCount ?? undefined,
    readingDirection: candidate.format ? directions[candidate.format] : undefined,
    ageRating: isAdult ? adultAge : undefined,
    publisher: candidate.publisher ?? undefined,
    authors: nonEmpty(readAuthors(series)),
    genres: nonEmpty(genres),
    tags: nonEmpty(readCategories(series)),
    rating: readRating(series['bayesian_rating'], { best: 10, voteCount: series['rating_votes'] }),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
}

const maxTags = 15

/** Lists categories that more users confirm than reject, most confirmed first. */
const readCategories = ({ categories }: JsonObject) =>
  readItems(categories)
    .map((one) => {
      const { category, votes_plus: plus, votes_minus: minus } = readObject(one)
      return { name: readLine(category), votes: (readNumber(plus) ?? 0) - (readNumber(minus) ?? 0) }
    })
    .filter(({ votes }) => votes > 0)
    .toSorted((a, b) => b.votes - a.votes)
    .flatMap(({ name }) => name ?? [])
    .slice(0, maxTags)
