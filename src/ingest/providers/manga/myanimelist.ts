/** MyAnimeList: manga, manhwa, manhua and light novels. Needs the client ID of your own app. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type {
  Candidate,
  ProviderAuthor,
  ProviderTitle,
  PublicationFormat,
  PublicationStatus,
  Work,
} from '../model'
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

const siteUrl = 'https://myanimelist.net'
const maxResults = 100
/** Shorter and longer queries are rejected. */
const queryLength = { min: 3, max: 64 }
const fields =
  'id,title,main_picture,alternative_titles,start_date,synopsis,mean,num_scoring_users,nsfw,media_type,status,genres,num_volumes,num_chapters,authors{first_name,last_name}'

export const myanimelist: BuiltInProvider = {
  name: 'myanimelist',
  displayName: 'MyAnimeList',
  siteUrl,
  searchUrl: `${siteUrl}/manga.php?q={title}`,
  workUrl: `${siteUrl}/manga/{id}`,
  attribution: null,
  base: 'https://api.myanimelist.net/v2',
  // No published limit was found.
  limits: { default: { everyMs: 1000, burst: 3 } },
  key: { isRequired: true, in: 'header', name: 'x-mal-client-id' },
  busyStatuses: [403],
  isOnByDefault: false,
  subjects: ['manga', 'prose'],
  async search(send, { title, limit }) {
    const q = [...title].slice(0, queryLength.max).join('')
    if ([...q].length < queryLength.min) return []
    const query = new URLSearchParams({
      q,
      limit: String(Math.min(limit, maxResults)),
      nsfw: 'true',
      fields,
    })
    const response = await send({
      path: `/manga?${query.toString()}`,
      kind: 'search',
      accepts: acceptList('data', (one) => isReadable(readObject(one['node']))),
    })
    return readItems(readObject(response)['data']).flatMap((one) => {
      const manga = readObject(readObject(one)['node'])
      const candidate = readCandidate(manga)
      return candidate ? [{ candidate, work: readWork(manga, candidate) }] : []
    })
  },
  async get(send, externalId) {
    const id = readInteger(externalId, { min: 1 })
    if (id === undefined) throw createProviderError('myanimelist', 'not_found')
    const path = `/manga/${id}?fields=${encodeURIComponent(fields)}`
    const manga = readObject(
      await send({ path, kind: 'work', accepts: acceptObject('', isReadable) }),
    )
    const candidate = readCandidate(manga)
    if (!candidate) throw createProviderError('myanimelist', 'not_found')
    return { candidate, work: readWork(manga, candidate) }
  },
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?myanimelist\.net\/manga\/(\d{1,9})(?:[/?#]|$)/i.exec(url)?.[1],
}

const formats: Record<string, PublicationFormat> = {
  manga: 'manga',
  doujinshi: 'manga',
  manhwa: 'manhwa',
  manhua: 'manhua',
  novel: 'novel',
  light_novel: 'light_novel',
  one_shot: 'one_shot',
  oel: 'comic',
}

const countries: Partial<Record<PublicationFormat, string>> = {
  manga: 'JP',
  one_shot: 'JP',
  light_novel: 'JP',
  manhwa: 'KR',
  manhua: 'CN',
}

const directions: Partial<Record<PublicationFormat, string>> = {
  manga: 'rtl',
  one_shot: 'rtl',
  manhwa: 'webtoon',
  manhua: 'webtoon',
}

const statuses: Record<string, PublicationStatus> = {
  finished: 'ended',
  currently_publishing: 'ongoing',
  not_yet_published: 'unknown',
  on_hiatus: 'hiatus',
  discontinued: 'abandoned',
}

const readTitles = ({ alternative_titles: given }: JsonObject): ProviderTitle[] => {
  const { en, ja, synonyms } = readObject(given)
  return [
    ...toTitles('en', [readLine(en)]),
    ...toTitles('ja', [readLine(ja)]),
    ...toTitles('', readLines(synonyms)),
  ]
}

const toTitles = (language: string, titles: readonly (string | undefined)[]) =>
  titles.flatMap((title) => (title === undefined ? [] : [{ language, title }]))

const isReadable = (manga: JsonObject) => readCandidate(manga) !== undefined

function readCandidate(manga: JsonObject): Candidate | undefined {
  const externalId = readId(manga['id'])
  const title = readLine(manga['title'])
  if (externalId === undefined || title === undefined) return undefined
  const format = formats[readLine(manga['media_type']) ?? ''] ?? null
  return {
    externalId,
    title,
    alternateTitles: readTitles(manga).filter((one) => one.title !== title),
    year: readYear(manga['start_date']) ?? null,
    format,
    status: statuses[readLine(manga['status']) ?? ''] ?? null,
    totalVolumeCount: readCount(manga['num_volumes']),
    totalChapterCount: readCount(manga['num_chapters']),
    authors: [...new Set(readAuthors(manga).map(({ name }) => name))],
    country: (format && countries[format]) ?? null,
    publisher: null,
    coverUrl: readUrl(readObject(manga['main_picture'])['large']) ?? null,
    siteUrl: `${siteUrl}/manga/${encodeURIComponent(externalId)}`,
    summary: readPlainText(manga['synopsis']) ?? null,
  }
}

/** Reads a count. The API returns 0 if it is unknown. */
const readCount = (value: unknown) => readInteger(value, { min: 1 }) ?? null

/** The role "Story & Art" means both writer and artist. */
const readAuthors = ({ authors }: JsonObject): ProviderAuthor[] =>
  readItems(authors).flatMap((one) => {
    const { node, role } = readObject(one)
    const { first_name: first, last_name: last } = readObject(node)
    const name = [readLine(first), readLine(last)].filter(Boolean).join(' ')
    if (name === '') return []
    const words = readLine(role) ?? ''
    return [
      ...(/story/i.test(words) ? [{ name, role: 'writer' }] : []),
      ...(/art/i.test(words) ? [{ name, role: 'penciller' }] : []),
    ]
  })

function readWork(manga: JsonObject, candidate: Candidate): Work {
  const english = readTitles(manga).find(({ language }) => language === 'en')
  return omitAbsent({
    title: english?.title ?? candidate.title,
    alternateTitles: nonEmpty([
      { language: 'ja-Latn', title: candidate.title },
      ...readTitles(manga),
    ]),
    summary: candidate.summary ?? undefined,
    status: candidate.status ?? undefined,
    year: candidate.year ?? undefined,
    ...readTotals(candidate),
    readingDirection: candidate.format ? directions[candidate.format] : undefined,
    ageRating: readLine(manga['nsfw']) === 'black' ? 18 : undefined,
    authors: nonEmpty(readAuthors(manga)),
    genres: nonEmpty(
      readItems(manga['genres']).flatMap((one) => readLine(readObject(one)['name']) ?? []),
    ),
    rating: readRating(manga['mean'], { best: 10, voteCount: manga['num_scoring_users'] }),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
}

/** For unfinished works, the counts are not totals. */
const readTotals = ({ status, totalVolumeCount, totalChapterCount }: Candidate) =>
  status === 'ended'
    ? {
        totalVolumeCount: totalVolumeCount ?? undefined,
        totalChapterCount: totalChapterCount ?? undefined,
      }
    : {}
