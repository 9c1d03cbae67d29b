/** MangaDex: manga, manhwa and manhua. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type {
  Candidate,
  CrossReference,
  ProviderAuthor,
  ProviderTitle,
  PublicationFormat,
  PublicationStatus,
  Work,
} from '../model'
import { mangadexVolumes } from '../books/mangadex-volumes'
import type { BuiltInProvider } from '../provider'
import { stripMarkup } from '../text/plain-text'
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
} from '../text/read-json'
import { acceptList, acceptObject } from '../text/response-shape'

const siteUrl = 'https://mangadex.org'
const maxResults = 100
/** Requests all four ratings, because otherwise adult works are missing. */
const contentRatings = ['safe', 'suggestive', 'erotica', 'pornographic']
const includes = ['author', 'artist', 'cover_art']
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const mangadex: BuiltInProvider = {
  name: 'mangadex',
  displayName: 'MangaDex',
  siteUrl,
  searchUrl: `${siteUrl}/search?q={title}`,
  workUrl: `${siteUrl}/title/{id}`,
  attribution: 'Data by MangaDex and its scanlation groups',
  base: 'https://api.mangadex.org',
  // The limit is about 5 requests per second for each IP address.
  limits: { default: { everyMs: 500, burst: 3 } },
  isOnByDefault: false,
  subjects: ['manga'],
  books: mangadexVolumes,
  async search(send, { title, limit }) {
    const query = new URLSearchParams([
      ['title', title],
      ['limit', String(Math.min(limit, maxResults))],
      ['order[relevance]', 'desc'],
      ...includes.map((one) => ['includes[]', one]),
      ...contentRatings.map((one) => ['contentRating[]', one]),
    ] as [string, string][])
    const response = await send({
      path: `/manga?${query.toString()}`,
      kind: 'search',
      accepts: acceptList('data', isReadable),
    })
    return readItems(readObject(response)['data']).flatMap((one) => {
      const candidate = readCandidate(readObject(one))
      return candidate ? [{ candidate, work: readWork(readObject(one), candidate) }] : []
    })
  },
  async get(send, externalId) {
    if (!idPattern.test(externalId)) throw createProviderError('mangadex', 'not_found')
    const query = new URLSearchParams(includes.map((one): [string, string] => ['includes[]', one]))
    const path = `/manga/${externalId}?${query.toString()}`
    const accepts = acceptObject('data', isReadable)
    const manga = readObject(readObject(await send({ path, kind: 'work', accepts }))['data'])
    const candidate = readCandidate(manga)
    if (!candidate) throw createProviderError('mangadex', 'not_found')
    return { candidate, work: readWork(manga, candidate) }
  },
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?mangadex\.org\/(?:title|manga)\/([0-9a-f-]{36})(?:[/?#]|$)/i
      .exec(url)?.[1]
      ?.toLowerCase(),
}

const readAttributes = ({ attributes }: JsonObject) => readObject(attributes)

/**
 * Reads a string that is available in several languages. Prefers English, or else the first
 * language.
 */
function readLocalized(texts: unknown): string | undefined {
  const byLanguage = readObject(texts)
  return readLine(byLanguage['en']) ?? readLine(Object.values(byLanguage)[0])
}

const readTitles = (texts: unknown): ProviderTitle[] =>
  Object.entries(readObject(texts)).flatMap(([language, given]) => {
    const title = readLine(given)
    const tag = language.endsWith('-ro') ? `${language.slice(0, -3)}-Latn` : language.slice(0, 20)
    return title === undefined ? [] : [{ language: tag, title }]
  })

const formats: Record<string, PublicationFormat> = {
  ja: 'manga',
  ko: 'manhwa',
  zh: 'manhua',
  'zh-hk': 'manhua',
  en: 'comic',
}

const isReadable = (manga: JsonObject) => readCandidate(manga) !== undefined

function readCandidate(manga: JsonObject): Candidate | undefined {
  const externalId = readId(manga['id'])
  const attributes = readAttributes(manga)
  const title = readLocalized(attributes['title'])
  if (externalId === undefined || !idPattern.test(externalId) || title === undefined)
    return undefined
  const titles = [attributes['title'], ...readItems(attributes['altTitles'])].flatMap(readTitles)
  return {
    externalId,
    title,
    alternateTitles: titles.filter((one) => one.title !== title).slice(0, 100),
    year: readInteger(attributes['year'], { min: 1000, max: 2999 }) ?? null,
    format: formats[readLine(attributes['originalLanguage']) ?? ''] ?? null,
    status: readStatus(attributes) ?? null,
    ...readTotals(attributes),
    authors: [...new Set(readAuthors(manga).map(({ name }) => name))],
    country: null,
    publisher: null,
    coverUrl: readCover(manga, externalId) ?? null,
    siteUrl: `${siteUrl}/title/${externalId}`,
    summary: readSummary(attributes) ?? null,
  }
}

const statuses: Record<string, PublicationStatus> = {
  ongoing: 'ongoing',
  completed: 'ended',
  hiatus: 'hiatus',
  cancelled: 'abandoned',
}
const readStatus = ({ status }: JsonObject) => statuses[readLine(status) ?? '']

/** The numbers of the last volume and chapter are totals only if the work is completed. */
function readTotals(attributes: JsonObject) {
  const isEnded = readStatus(attributes) === 'ended'
  const read = (name: string) => {
    const total = isEnded ? readNumber(attributes[name]) : undefined
    return total !== undefined && total > 0 && total < 100_000 ? total : null
  }
  const volumes = read('lastVolume')
  return {
    totalVolumeCount: volumes === null ? null : Math.floor(volumes) || null,
    totalChapterCount: read('lastChapter'),
  }
}

const readRelated = ({ relationships }: JsonObject, type: string) =>
  readItems(relationships)
    .map(readObject)
    .filter((one) => one['type'] === type)
    .map(readAttributes)

const readAuthors = (manga: JsonObject): ProviderAuthor[] =>
  [
    ['author', 'writer'],
    ['artist', 'penciller'],
  ].flatMap(([type, role]) =>
    readRelated(manga, type!).flatMap(({ name: given }) => {
      const name = readLine(given)
      return name === undefined ? [] : [{ name, role: role! }]
    }),
  )

function readCover(manga: JsonObject, id: string) {
  const file = readLine(readRelated(manga, 'cover_art')[0]?.['fileName'])
  return file && /^[\w.-]{1,100}$/.test(file)
    ? `https://uploads.mangadex.org/covers/${id}/${file}.512.jpg`
    : undefined
}

function readSummary({ description }: JsonObject) {
  const texts = readObject(description)
  const text = texts['en'] ?? Object.values(texts)[0]
  return typeof text === 'string' ? stripMarkup(text) : undefined
}

const directions: Partial<Record<PublicationFormat, string>> = {
  manga: 'rtl',
  manhwa: 'webtoon',
  manhua: 'webtoon',
}
/** Minimum ages by content rating. "safe" does not imply an age. */
const ages: Record<string, number> = { suggestive: 13, erotica: 16, pornographic: 18 }

function readWork(manga: JsonObject, candidate: Candidate): Work {
  const attributes = readAttributes(manga)
  const isLongStrip = readTags(attributes, 'format').includes('Long Strip')
  return omitAbsent({
    title: candidate.title,
    alternateTitles: nonEmpty(candidate.alternateTitles),
    summary: candidate.summary ?? undefined,
    status: candidate.status ?? undefined,
    year: candidate.year ?? undefined,
    totalVolumeCount: candidate.totalVolumeCount ?? undefined,
    totalChapterCount: candidate.totalChapterCount ?? undefined,
    readingDirection: isLongStrip
      ? 'webtoon'
      : candidate.format
        ? directions[candidate.format]
        : undefined,
    ageRating: ages[readLine(attributes['contentRating']) ?? ''],
    authors: nonEmpty(readAuthors(manga)),
    genres: nonEmpty(readTags(attributes, 'genre')),
    tags: nonEmpty(readTags(attributes, 'theme')),
    siteUrl: candidate.siteUrl ?? undefined,
    crossReferences: nonEmpty(readLinks(attributes)),
    coverUrl: candidate.coverUrl ?? undefined,
  })
}

const readTags = ({ tags }: JsonObject, group: string) =>
  readItems(tags).flatMap((one) => {
    const attributes = readAttributes(readObject(one))
    return attributes['group'] === group ? (readLocalized(attributes['name']) ?? []) : []
  })

/** Reads only numeric IDs, because links for some sites contain other text. */
function readLinks({ links }: JsonObject): CrossReference[] {
  const known = readObject(links)
  return [
    ['al', 'anilist'],
    ['mal', 'myanimelist'],
    ['kt', 'kitsu'],
  ].flatMap(([key, provider]) => {
    const externalId = readLine(known[key!])
    return externalId && /^\d{1,12}$/.test(externalId) ? [{ provider: provider!, externalId }] : []
  })
}
