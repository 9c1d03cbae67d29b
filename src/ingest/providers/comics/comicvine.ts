/** ComicVine: Western comics. Needs a key. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { Candidate, Work } from '../model'
import { comicvineIssues } from '../books/comicvine-issues'
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
  readUrl,
  readYear,
} from '../text/read-json'
import { acceptList, acceptObject } from '../text/response-shape'

const fields =
  'id,name,aliases,start_year,publisher,image,count_of_issues,deck,description,site_detail_url'
const maxResults = 100

/**
 * Documented limit: 200 requests per hour for each type of resource, and fewer in quick succession.
 */
const limit = { everyMs: 20_000, burst: 20 }

/** Errors by `status_code` in the body, because the HTTP status is 200 for most errors. */
const bodyErrors: Record<number, 'unauthorized' | 'not_found' | 'busy' | 'broken' | undefined> = {
  1: undefined,
  100: 'unauthorized',
  101: 'not_found',
  107: 'busy',
}

export const comicvine: BuiltInProvider = {
  name: 'comicvine',
  displayName: 'ComicVine',
  siteUrl: 'https://comicvine.gamespot.com',
  searchUrl: 'https://comicvine.gamespot.com/search/?i=volume&q={title}',
  workUrl: 'https://comicvine.gamespot.com/volume/4050-{id}/',
  attribution: null,
  base: 'https://comicvine.gamespot.com/api',
  limits: { default: limit, search: limit, volume: limit, issues: limit, issue: limit },
  key: { isRequired: true, in: 'query', name: 'api_key' },
  busyStatuses: [420],
  findBodyError(body) {
    const code = readInteger(readObject(body)['status_code'])
    return code !== undefined && code in bodyErrors ? bodyErrors[code] : 'broken'
  },
  isOnByDefault: false,
  subjects: ['comics'],
  books: comicvineIssues,
  async search(send, query) {
    const parameters = new URLSearchParams({
      format: 'json',
      resources: 'volume',
      query: query.title,
      limit: String(Math.min(query.limit, maxResults)),
      field_list: fields,
    })
    const path = `/search/?${parameters.toString()}`
    const response = readObject(
      await send({
        path,
        kind: 'search',
        bucket: 'search',
        accepts: acceptList('results', isReadable),
      }),
    )
    return readItems(response['results']).flatMap((one) => {
      const volume = readObject(one)
      const candidate = readCandidate(volume)
      return candidate ? [{ candidate, work: readWork(candidate) }] : []
    })
  },
  async get(send, externalId) {
    const id = readInteger(externalId, { min: 1 })
    if (id === undefined) throw createProviderError('comicvine', 'not_found')
    const path = `/volume/4050-${id}/?format=json&field_list=${fields}`
    const response = readObject(
      await send({
        path,
        kind: 'work',
        bucket: 'volume',
        accepts: acceptObject('results', isReadable),
      }),
    )
    const candidate = readCandidate(readObject(response['results']))
    if (!candidate) throw createProviderError('comicvine', 'not_found')
    return { candidate, work: readWork(candidate) }
  },
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?comicvine\.(?:gamespot\.)?com\/[^/?#]+\/4050-(\d{1,9})(?:[/?#]|$)/i.exec(
      url,
    )?.[1],
}

const isReadable = (volume: JsonObject) => readCandidate(volume) !== undefined

function readCandidate(volume: JsonObject): Candidate | undefined {
  const externalId = readId(volume['id'])
  const title = readLine(volume['name'])
  if (externalId === undefined || title === undefined) return undefined
  return {
    externalId,
    title,
    alternateTitles: readAliases(volume).map((alias) => ({ language: '', title: alias })),
    year: readYear(volume['start_year']) ?? null,
    format: 'comic',
    status: null,
    totalVolumeCount: null,
    totalChapterCount: readInteger(volume['count_of_issues'], { min: 1 }) ?? null,
    authors: [],
    country: null,
    publisher: readLine(readObject(volume['publisher'])['name']) ?? null,
    coverUrl: readUrl(readObject(volume['image'])['original_url']) ?? null,
    siteUrl: readUrl(volume['site_detail_url']) ?? null,
    summary: readSummary(volume) ?? null,
  }
}

const maxAliases = 20

/** Reads aliases, one per line. */
const readAliases = ({ aliases }: JsonObject) =>
  typeof aliases === 'string'
    ? aliases
        .slice(0, 5000)
        .split(/\r?\n/)
        .flatMap((alias) => readLine(alias) ?? [])
        .slice(0, maxAliases)
    : []

/** Prefers the short description, because the long one is a full article. */
const readSummary = ({ deck, description }: JsonObject) =>
  readPlainText(deck) ?? readPlainText(description)

const readWork = (candidate: Candidate): Work =>
  omitAbsent({
    title: candidate.title,
    alternateTitles: nonEmpty(candidate.alternateTitles),
    summary: candidate.summary ?? undefined,
    year: candidate.year ?? undefined,
    totalChapterCount: candidate.totalChapterCount ?? undefined,
    readingDirection: 'ltr',
    publisher: candidate.publisher ?? undefined,
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
