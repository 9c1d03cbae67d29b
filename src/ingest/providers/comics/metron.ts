/** Metron: Western comics. Needs an account token. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { Candidate, CrossReference, PublicationStatus, Work } from '../model'
import { metronIssues } from '../books/metron-issues'
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

const siteUrl = 'https://metron.cloud'

export const metron: BuiltInProvider = {
  name: 'metron',
  displayName: 'Metron',
  siteUrl,
  searchUrl: `${siteUrl}/series/search?q={title}`,
  attribution: null,
  base: `${siteUrl}/api`,
  // Documented limit: 20 requests per minute and 5,000 per day.
  limits: { default: { everyMs: 4000, burst: 5 } },
  key: { isRequired: true, in: 'header', name: 'authorization', prefix: 'Token ' },
  isOnByDefault: false,
  subjects: ['comics'],
  books: metronIssues,
  async search(send, { title, limit }) {
    const path = `/series/?${new URLSearchParams({ name: title }).toString()}`
    const response = readObject(
      await send({
        path,
        kind: 'search',
        accepts: acceptList('results', (one) => readFound(one) !== undefined),
      }),
    )
    return readItems(response['results'])
      .slice(0, limit)
      .flatMap((one) => {
        const candidate = readFound(readObject(one))
        return candidate ? [{ candidate }] : []
      })
  },
  async get(send, externalId) {
    const id = readInteger(externalId, { min: 1 })
    if (id === undefined) throw createProviderError('metron', 'not_found')
    const series = readObject(
      await send({
        path: `/series/${id}/`,
        kind: 'work',
        accepts: acceptObject('', (one) => readCandidate(one) !== undefined),
      }),
    )
    const candidate = readCandidate(series)
    if (!candidate) throw createProviderError('metron', 'not_found')
    return { candidate, work: readWork(series, candidate) }
  },
  // Other URLs do not contain an ID.
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?metron\.cloud\/(?:api\/)?series\/(\d{1,9})(?:[/?#]|$)/i.exec(url)?.[1],
}

/** Reads a search result, whose name ends with the year, such as "Saga (2012)". */
function readFound(entry: JsonObject): Candidate | undefined {
  const name = readLine(entry['series'])?.replace(/\s*\(\d{4}\)$/, '')
  return readCandidate({ ...entry, name })
}

/** One-shots and collected editions are also treated as comics. */
function readCandidate(series: JsonObject): Candidate | undefined {
  const externalId = readId(series['id'])
  const title = readLine(series['name'])
  if (externalId === undefined || title === undefined || title === '') return undefined
  return {
    externalId,
    title,
    alternateTitles: [],
    year: readYear(series['year_began']) ?? null,
    format: 'comic',
    status: statuses[readLine(series['status']) ?? ''] ?? null,
    totalVolumeCount: null,
    totalChapterCount: readInteger(series['issue_count'], { min: 1 }) ?? null,
    authors: [],
    country: null,
    publisher: readLine(readObject(series['publisher'])['name']) ?? null,
    coverUrl: null,
    siteUrl: readUrl(series['resource_url']) ?? null,
    summary: readPlainText(series['desc']) ?? null,
  }
}

const statuses: Record<string, PublicationStatus> = {
  Ongoing: 'ongoing',
  Completed: 'ended',
  Cancelled: 'abandoned',
  Hiatus: 'hiatus',
}

const readCrossReferences = ({ cv_id: id }: JsonObject): CrossReference[] => {
  const externalId = readId(id)
  return externalId === undefined ? [] : [{ provider: 'comicvine', externalId }]
}

/** The issue count of an ongoing series is not its total. */
const readWork = (series: JsonObject, candidate: Candidate): Work =>
  omitAbsent({
    title: candidate.title,
    summary: candidate.summary ?? undefined,
    status: candidate.status ?? undefined,
    year: candidate.year ?? undefined,
    totalChapterCount:
      candidate.status === 'ended' || candidate.status === 'abandoned'
        ? (candidate.totalChapterCount ?? undefined)
        : undefined,
    readingDirection: 'ltr',
    publisher: candidate.publisher ?? undefined,
    imprint: readLine(readObject(series['imprint'])['name']),
    genres: nonEmpty(
      readItems(series['genres']).flatMap((one) => readLine(readObject(one)['name']) ?? []),
    ),
    crossReferences: nonEmpty(readCrossReferences(series)),
    siteUrl: candidate.siteUrl ?? undefined,
  })
