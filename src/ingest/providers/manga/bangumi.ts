/** Bangumi: manga and novels with Chinese names. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { Candidate, ProviderAuthor, ProviderTitle, PublicationFormat, Work } from '../model'
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
  readObject,
  readRating,
  readUrl,
  readYear,
} from '../text/read-json'
import { acceptList, acceptObject, isIdentified } from '../text/response-shape'

const siteUrl = 'https://bgm.tv'
const maxResults = 25
/** Subject type for books, which include comics. */
const bookType = 1

export const bangumi: BuiltInProvider = {
  name: 'bangumi',
  displayName: 'Bangumi',
  siteUrl,
  searchUrl: `${siteUrl}/subject_search/{title}?cat=1`,
  workUrl: `${siteUrl}/subject/{id}`,
  attribution: null,
  base: 'https://api.bgm.tv/v0',
  // No published limit was found; in practice, 10 requests in 7 seconds are allowed.
  limits: { default: { everyMs: 1000, burst: 3 } },
  isOnByDefault: false,
  subjects: ['manga', 'prose'],
  async search(send, { title, limit }) {
    const path = `/search/subjects?limit=${Math.min(limit, maxResults)}`
    const body = { keyword: title, sort: 'match', filter: { type: [bookType] } }
    const response = readObject(
      await send({
        path,
        method: 'POST',
        body,
        kind: 'search',
        accepts: acceptList('data', isReadable),
      }),
    )
    return readItems(response['data']).flatMap((one) => {
      const subject = readObject(one)
      const candidate = readCandidate(subject)
      return candidate ? [{ candidate, work: readWork(subject, candidate) }] : []
    })
  },
  async get(send, externalId) {
    const id = readInteger(externalId, { min: 1 })
    if (id === undefined) throw createProviderError('bangumi', 'not_found')
    const subject = readObject(
      await send({ path: `/subjects/${id}`, kind: 'work', accepts: acceptObject('', isReadable) }),
    )
    const candidate = readCandidate(subject)
    if (!candidate) throw createProviderError('bangumi', 'not_found')
    return { candidate, work: readWork(subject, candidate) }
  },
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?(?:bgm\.tv|bangumi\.tv|chii\.in)\/subject\/(\d{1,9})(?:[/?#]|$)/i.exec(
      url,
    )?.[1],
}

const platforms: Record<string, PublicationFormat> = {
  漫画: 'manga',
  小说: 'light_novel',
  画集: 'artbook',
}

/** Returns the values of an infobox row, which contains a string or a list of labeled strings. */
function readRow({ infobox }: JsonObject, key: string): string[] {
  const row = readItems(infobox)
    .map(readObject)
    .find((one) => one['key'] === key)
  const values =
    typeof row?.['value'] === 'string' ? [{ v: row['value'] }] : readItems(row?.['value'])
  return values.flatMap((one) => readLine(readObject(one)['v']) ?? [])
}

function readTitles(subject: JsonObject): ProviderTitle[] {
  const original = readLine(subject['name'])
  const chinese = readLine(subject['name_cn'])
  return [
    ...(original ? [{ language: '', title: original }] : []),
    ...(chinese ? [{ language: 'zh', title: chinese }] : []),
    ...readRow(subject, '别名').map((title) => ({ language: '', title })),
  ]
}

/** Accepts subjects of all types. Those that are not books, such as films, are skipped later. */
const isReadable = (subject: JsonObject) =>
  isIdentified(subject) &&
  readLine(subject['name']) !== undefined &&
  readInteger(subject['type']) !== undefined

function readCandidate(subject: JsonObject): Candidate | undefined {
  const externalId = readId(subject['id'])
  const title = readLine(subject['name'])
  const type = readInteger(subject['type'])
  if (externalId === undefined || title === undefined || type !== bookType) return undefined
  const [publisher] = readRow(subject, '出版社')
  return {
    externalId,
    title,
    alternateTitles: readTitles(subject).filter((one) => one.title !== title),
    year: readYear(subject['date']) ?? null,
    format: platforms[readLine(subject['platform']) ?? ''] ?? null,
    status: null,
    totalVolumeCount: readInteger(subject['volumes'], { min: 1 }) ?? null,
    totalChapterCount: readInteger(subject['eps'], { min: 1 }) ?? null,
    authors: [...new Set(readAuthors(subject).map(({ name }) => name))],
    country: null,
    publisher: publisher ?? null,
    coverUrl: readUrl(readObject(subject['images'])['large']) ?? null,
    siteUrl: `${siteUrl}/subject/${encodeURIComponent(externalId)}`,
    summary: readPlainText(subject['summary']) ?? null,
  }
}

/** Roles by label. 作者 means both writer and artist. */
const roles: Record<string, readonly string[]> = {
  作者: ['writer', 'penciller'],
  原作: ['writer'],
  作画: ['penciller'],
}

const readAuthors = (subject: JsonObject): ProviderAuthor[] =>
  Object.entries(roles).flatMap(([key, given]) =>
    readRow(subject, key).flatMap((name) =>
      given
        .filter((role) => role === 'writer' || subject['platform'] === '漫画')
        .map((role) => ({ name, role })),
    ),
  )

/**
 * Counts include only the volumes and chapters that users entered, so they are not totals. Tags
 * come from users.
 */
const readWork = (subject: JsonObject, candidate: Candidate): Work =>
  omitAbsent({
    title: candidate.title,
    alternateTitles: nonEmpty(candidate.alternateTitles),
    summary: candidate.summary ?? undefined,
    year: candidate.year ?? undefined,
    ageRating: subject['nsfw'] === true ? 18 : undefined,
    publisher: candidate.publisher ?? undefined,
    authors: nonEmpty(readAuthors(subject)),
    rating: readRating(readObject(subject['rating'])['score'], {
      best: 10,
      voteCount: readObject(subject['rating'])['total'],
    }),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
