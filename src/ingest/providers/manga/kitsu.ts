/** Kitsu: manga and light novels. JSON:API. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { Candidate, ProviderTitle, PublicationFormat, PublicationStatus, Work } from '../model'
import type { BuiltInProvider } from '../provider'
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
import { acceptList, acceptObject } from '../text/response-shape'

const siteUrl = 'https://kitsu.app'
const maxResults = 20

export const kitsu: BuiltInProvider = {
  name: 'kitsu',
  displayName: 'Kitsu',
  siteUrl,
  searchUrl: `${siteUrl}/manga?text={title}`,
  workUrl: `${siteUrl}/manga/{id}`,
  attribution: null,
  base: `${siteUrl}/api/edge`,
  // No published limit was found.
  limits: { default: { everyMs: 1000, burst: 3 } },
  headers: { accept: 'application/vnd.api+json' },
  isOnByDefault: false,
  subjects: ['manga', 'prose'],
  async search(send, { title, limit }) {
    const query = new URLSearchParams({
      'filter[text]': title,
      'page[limit]': String(Math.min(limit, maxResults)),
    })
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
    const id = readInteger(externalId, { min: 1 })
    if (id === undefined) throw createProviderError('kitsu', 'not_found')
    const accepts = acceptObject('data', isReadable)
    const response = await send({ path: `/manga/${id}`, kind: 'work', accepts })
    const manga = readObject(readObject(response)['data'])
    const candidate = readCandidate(manga)
    if (!candidate) throw createProviderError('kitsu', 'not_found')
    return { candidate, work: readWork(manga, candidate) }
  },
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?kitsu\.(?:app|io)\/manga\/(\d{1,9})(?:[/?#]|$)/i.exec(url)?.[1],
}

/** Kitsu's own language tags; `en_jp` is romanized Japanese. */
const languages: Record<string, string> = {
  en_jp: 'ja-Latn',
  en_kr: 'ko-Latn',
  en_cn: 'zh-Latn',
  ja_jp: 'ja',
  ko_kr: 'ko',
  zh_cn: 'zh',
  en_us: 'en',
}

const readTitles = ({ titles, abbreviatedTitles }: JsonObject): ProviderTitle[] => [
  ...Object.entries(readObject(titles)).flatMap(([key, given]) => {
    const title = readLine(given)
    const language = languages[key] ?? key.slice(0, 2)
    return title === undefined ? [] : [{ language, title }]
  }),
  ...readLines(abbreviatedTitles).map((title) => ({ language: '', title })),
]

const formats: Record<string, PublicationFormat> = {
  manga: 'manga',
  doujin: 'manga',
  manhwa: 'manhwa',
  manhua: 'manhua',
  novel: 'light_novel',
  oneshot: 'one_shot',
  oel: 'comic',
}

const statuses: Record<string, PublicationStatus> = {
  current: 'ongoing',
  finished: 'ended',
  tba: 'unknown',
  unreleased: 'unknown',
  upcoming: 'unknown',
}

const isReadable = (manga: JsonObject) => readCandidate(manga) !== undefined

function readCandidate(manga: JsonObject): Candidate | undefined {
  const externalId = readId(manga['id'])
  const attributes = readObject(manga['attributes'])
  const titles = readTitles(attributes)
  const title = readLine(attributes['canonicalTitle']) ?? titles[0]?.title
  if (externalId === undefined || title === undefined) return undefined
  const status = statuses[readLine(attributes['status']) ?? ''] ?? null
  const isEnded = status === 'ended'
  const readTotal = (name: string) =>
    isEnded ? (readInteger(attributes[name], { min: 1 }) ?? null) : null
  return {
    externalId,
    title,
    alternateTitles: titles.filter((one) => one.title !== title),
    year: readYear(attributes['startDate']) ?? null,
    format: formats[readLine(attributes['subtype']) ?? ''] ?? null,
    status,
    totalVolumeCount: readTotal('volumeCount'),
    totalChapterCount: readTotal('chapterCount'),
    authors: [],
    country: null,
    publisher: null,
    coverUrl: readUrl(readObject(attributes['posterImage'])['original']) ?? null,
    siteUrl: `${siteUrl}/manga/${encodeURIComponent(externalId)}`,
    summary: readPlainText(attributes['synopsis']) ?? null,
  }
}

const directions: Partial<Record<PublicationFormat, string>> = {
  manga: 'rtl',
  one_shot: 'rtl',
  manhwa: 'webtoon',
  manhua: 'webtoon',
}
/** Minimum ages by rating. "G" and "PG" are too vague to imply an age. */
const ages: Record<string, number> = { R: 17, R18: 18 }

function readWork(manga: JsonObject, candidate: Candidate): Work {
  const attributes = readObject(manga['attributes'])
  return omitAbsent({
    title: readLine(readObject(attributes['titles'])['en']) ?? candidate.title,
    alternateTitles: nonEmpty(readTitles(attributes)),
    summary: candidate.summary ?? undefined,
    status: candidate.status ?? undefined,
    year: candidate.year ?? undefined,
    totalVolumeCount: candidate.totalVolumeCount ?? undefined,
    totalChapterCount: candidate.totalChapterCount ?? undefined,
    readingDirection: candidate.format ? directions[candidate.format] : undefined,
    ageRating: ages[readLine(attributes['ageRating']) ?? ''],
    rating: readRating(attributes['averageRating'], {
      best: 100,
      voteCount: attributes['userCount'],
    }),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
}
