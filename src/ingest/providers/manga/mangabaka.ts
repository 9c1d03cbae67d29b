/** MangaBaka: manga, manhwa, manhua and light novels, with the IDs of other sites. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type {
  Candidate,
  CrossReference,
  ProviderAuthor,
  ProviderTitle,
  PublicationFormat,
  PublicationStatus,
  SendRequest,
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
  readLines,
  readObject,
  readRating,
  readUrl,
  readYear,
} from '../text/read-json'
import { acceptList, acceptObject, isIdentified } from '../text/response-shape'

const siteUrl = 'https://mangabaka.org'
const maxResults = 50
/** Maximum number of redirects from a merged work to the work that replaced it. */
const maxMerges = 3

export const mangabaka: BuiltInProvider = {
  name: 'mangabaka',
  displayName: 'MangaBaka',
  siteUrl,
  searchUrl: `${siteUrl}/search?q={title}`,
  workUrl: `${siteUrl}/{id}`,
  attribution: 'Data of MangaBaka and its sources, CC BY-NC-SA 4.0',
  base: 'https://api.mangabaka.org/v1',
  limits: { default: { everyMs: 1000, burst: 3 } },
  key: { isRequired: false, in: 'header', name: 'x-api-key' },
  isOnByDefault: false,
  subjects: ['manga', 'prose'],
  async search(send, { title, limit }) {
    const query = new URLSearchParams({ q: title, limit: String(Math.min(limit, maxResults)) })
    const response = await send({
      path: `/series/search?${query.toString()}`,
      kind: 'search',
      accepts: acceptList('data', isReadable),
    })
    return readItems(readObject(response)['data']).flatMap((one) => {
      const series = readObject(one)
      const candidate = isActive(series) ? readCandidate(series) : undefined
      return candidate ? [{ candidate, work: readWork(series, candidate) }] : []
    })
  },
  async get(send, externalId) {
    const series = await loadActive(send, externalId)
    const candidate = readCandidate(series)
    if (!candidate) throw createProviderError('mangabaka', 'not_found')
    return { candidate, work: readWork(series, candidate) }
  },
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?mangabaka\.(?:org|dev)\/(?:series\/)?(\d{1,9})(?:[/?#]|$)/i.exec(
      url,
    )?.[1],
}

/** Works that were merged or deleted may have no title. */
const isReadable = (series: JsonObject) =>
  isIdentified(series) && (!isActive(series) || readCandidate(series) !== undefined)

const isActive = ({ state }: JsonObject) => !['merged', 'deleted'].includes(readLine(state) ?? '')

async function loadActive(send: SendRequest, externalId: string): Promise<JsonObject> {
  let id = readInteger(externalId, { min: 1 })
  for (let step = 0; id !== undefined && step <= maxMerges; step++) {
    const response = await send({
      path: `/series/${id}`,
      kind: 'work',
      accepts: acceptObject('data', isReadable),
    })
    const series = readObject(readObject(response)['data'])
    if (isActive(series)) return series
    id =
      readLine(series['state']) === 'merged'
        ? readInteger(series['merged_with'], { min: 1 })
        : undefined
  }
  throw createProviderError('mangabaka', 'not_found')
}

const formats: Record<string, PublicationFormat> = {
  manga: 'manga',
  manhwa: 'manhwa',
  manhua: 'manhua',
  novel: 'light_novel',
  oel: 'comic',
}

const directions: Partial<Record<PublicationFormat, string>> = {
  manga: 'rtl',
  manhwa: 'webtoon',
  manhua: 'webtoon',
}

const statuses: Record<string, PublicationStatus> = {
  releasing: 'ongoing',
  completed: 'ended',
  hiatus: 'hiatus',
  cancelled: 'abandoned',
  upcoming: 'unknown',
  unknown: 'unknown',
}

/** Minimum ages by content rating. "safe" does not imply an age. */
const ages: Record<string, number> = { suggestive: 13, erotica: 16, pornographic: 18 }

const maxLanguages = 40

function readTitles(series: JsonObject): ProviderTitle[] {
  const own = [
    { language: '', title: readLine(series['native_title']) },
    { language: '', title: readLine(series['romanized_title']) },
  ]
  const others = Object.entries(readObject(series['secondary_titles']))
    .slice(0, maxLanguages)
    .flatMap(([language, titles]) =>
      readItems(titles).map((one) => ({
        language: language.slice(0, 20),
        title: readLine(readObject(one)['title']),
      })),
    )
  const seen = new Set<string>()
  return [...own, ...others].flatMap(({ language, title }) => {
    if (title === undefined || seen.has(title)) return []
    seen.add(title)
    return [{ language, title }]
  })
}

function readCandidate(series: JsonObject): Candidate | undefined {
  const externalId = readId(series['id'])
  const title = readLine(series['title'])
  if (externalId === undefined || title === undefined) return undefined
  const status = statuses[readLine(series['status']) ?? ''] ?? null
  const readTotal = (name: string) =>
    status === 'ended' ? (readInteger(series[name], { min: 1 }) ?? null) : null
  return {
    externalId,
    title,
    alternateTitles: readTitles(series).filter((one) => one.title !== title),
    year: readYear(series['year']) ?? null,
    format: formats[readLine(series['type']) ?? ''] ?? null,
    status,
    totalVolumeCount: readTotal('final_volume'),
    totalChapterCount: readTotal('total_chapters'),
    authors: [...new Set(readAuthors(series).map(({ name }) => name))],
    country: null,
    publisher: readPublisher(series) ?? null,
    coverUrl: readUrl(readObject(readObject(series['cover'])['raw'])['url']) ?? null,
    siteUrl: `${siteUrl}/${encodeURIComponent(externalId)}`,
    summary: readPlainText(series['description']) ?? null,
  }
}

const readAuthors = ({ authors, artists }: JsonObject): ProviderAuthor[] => [
  ...readLines(authors).map((name) => ({ name, role: 'writer' })),
  ...readLines(artists).map((name) => ({ name, role: 'penciller' })),
]

/** Returns the original publisher. */
function readPublisher({ publishers }: JsonObject): string | undefined {
  const all = readItems(publishers).map(readObject)
  const original = all.find(({ type }) => readLine(type) === 'Original')
  return readLine((original ?? {})['name'])
}

/** Site names as used by MangaBaka. */
const sites: Record<string, string> = {
  anilist: 'anilist',
  my_anime_list: 'myanimelist',
  manga_updates: 'mangaupdates',
  kitsu: 'kitsu',
}

/** The MangaUpdates ID is in base 36, as in its URLs. */
function readCrossReferences({ source }: JsonObject): CrossReference[] {
  return Object.entries(sites).flatMap(([site, provider]) => {
    const id = readId(readObject(readObject(source)[site])['id'])
    const externalId = id && (provider === 'mangaupdates' ? decodeBase36(id) : id)
    return externalId ? [{ provider, externalId }] : []
  })
}

const readWork = (series: JsonObject, candidate: Candidate): Work =>
  omitAbsent({
    title: candidate.title,
    alternateTitles: nonEmpty(candidate.alternateTitles),
    summary: candidate.summary ?? undefined,
    status: candidate.status ?? undefined,
    year: candidate.year ?? undefined,
    totalVolumeCount: candidate.totalVolumeCount ?? undefined,
    totalChapterCount: candidate.totalChapterCount ?? undefined,
    readingDirection: candidate.format ? directions[candidate.format] : undefined,
    ageRating: ages[readLine(series['content_rating']) ?? ''],
    publisher: candidate.publisher ?? undefined,
    authors: nonEmpty(readAuthors(series)),
    genres: nonEmpty(readLines(series['genres'])),
    tags: nonEmpty(readLines(series['tags'])),
    rating: readRating(series['rating'], { best: 100 }),
    crossReferences: nonEmpty(readCrossReferences(series)),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
