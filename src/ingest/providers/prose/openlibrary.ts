/** Open Library: prose, with ISBNs. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import { openlibraryBooks } from '../books/openlibrary-books'
import type { Candidate, Work } from '../model'
import type { BuiltInProvider } from '../provider'
import {
  type JsonObject,
  nonEmpty,
  omitAbsent,
  readItems,
  readLine,
  readLines,
  readObject,
  readYear,
} from '../text/read-json'
import {
  acceptDocuments,
  buildCoverUrl,
  fields,
  getAuthors,
  getWork,
  maxResults,
  readKey,
  readSummary,
  siteUrl,
} from './openlibrary-works'

export const openlibrary: BuiltInProvider = {
  name: 'openlibrary',
  displayName: 'Open Library',
  siteUrl,
  searchUrl: `${siteUrl}/search?q={title}`,
  workUrl: `${siteUrl}/works/{id}`,
  attribution: null,
  base: siteUrl,
  limits: { default: { everyMs: 1000, burst: 3 } },
  isOnByDefault: true,
  subjects: ['prose'],
  knowsIsbns: true,
  async search(send, { title, isbn, limit }) {
    const query = new URLSearchParams({
      ...(isbn === undefined ? { q: title } : { isbn }),
      fields,
      limit: String(Math.min(limit, maxResults)),
    })
    const response = await send({
      path: `/search.json?${query.toString()}`,
      kind: 'search',
      accepts: acceptDocuments,
    })
    return readItems(readObject(response)['docs']).flatMap((one) => {
      const candidate = readDocument(readObject(one))
      return candidate ? [{ candidate }] : []
    })
  },
  async get(send, externalId) {
    const { id, work } = await getWork(send, externalId)
    const authors = await getAuthors(send, work)
    const candidate = buildCandidate({ id, work, authors })
    if (!candidate) throw createProviderError('openlibrary', 'not_found')
    return { candidate, work: buildWork(work, candidate) }
  },
  books: openlibraryBooks,
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?openlibrary\.org\/works\/(OL\d{1,12}W)(?:[/?#]|$)/i
      .exec(url)?.[1]
      ?.toUpperCase(),
}

function readDocument(document: JsonObject): Candidate | undefined {
  const externalId = readKey(document['key'])
  const title = readTitle(document)
  if (externalId === undefined || title === undefined) return undefined
  return {
    externalId,
    title,
    alternateTitles: readPlainTitle(document),
    year: readYear(document['first_publish_year']) ?? null,
    format: 'novel',
    status: null,
    totalVolumeCount: null,
    totalChapterCount: null,
    authors: readLines(document['author_name']).slice(0, 3),
    country: null,
    publisher: null,
    coverUrl: buildCoverUrl(document['cover_i']) ?? null,
    siteUrl: `${siteUrl}/works/${externalId}`,
    summary: null,
  }
}

function readTitle({ title: given, subtitle: more }: JsonObject) {
  const [title, subtitle] = [readLine(given), readLine(more)]
  return title !== undefined && subtitle !== undefined ? `${title}: ${subtitle}` : title
}

/**
 * If there is a subtitle, returns the title without it, because file names often omit the subtitle.
 */
function readPlainTitle({ title: given, subtitle }: JsonObject) {
  const title = readLine(given)
  return title === undefined || readLine(subtitle) === undefined ? [] : [{ language: '', title }]
}

function buildCandidate({
  id,
  work,
  authors,
}: {
  id: string
  work: JsonObject
  authors: string[]
}): Candidate | undefined {
  const [cover] = readItems(work['covers'])
  const found = readDocument({ ...work, key: `/works/${id}`, cover_i: cover, author_name: authors })
  return (
    found && {
      ...found,
      year: readYear(work['first_publish_date']) ?? null,
      summary: readSummary(work) ?? null,
    }
  )
}

const maxTags = 15

const buildWork = (work: JsonObject, candidate: Candidate): Work =>
  omitAbsent({
    title: candidate.title,
    summary: candidate.summary ?? undefined,
    year: candidate.year ?? undefined,
    authors: nonEmpty(candidate.authors.map((name) => ({ name, role: 'writer' }))),
    tags: nonEmpty(readLines(work['subjects']).slice(0, maxTags)),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
