/** Open Library: prose, with ISBNs. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { Candidate, SendRequest, Work } from '../model'
import type { BuiltInProvider } from '../provider'
import { stripMarkup } from '../text/plain-text'
import {
  type JsonObject,
  nonEmpty,
  omitAbsent,
  readInteger,
  readItems,
  readLine,
  readLines,
  readObject,
  readYear,
} from '../text/read-json'

const fields =
  'key,title,subtitle,author_name,first_publish_year,cover_i,edition_count,publisher,subject'
const maxResults = 100
const siteUrl = 'https://openlibrary.org'

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
    const response = await send({ path: `/search.json?${query.toString()}`, kind: 'search' })
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
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?openlibrary\.org\/works\/(OL\d{1,12}W)(?:[/?#]|$)/i
      .exec(url)?.[1]
      ?.toUpperCase(),
}

const readKey = (value: unknown) => /^\/works\/(OL\d{1,12}W)$/.exec(readLine(value) ?? '')?.[1]

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
    authors: readLines(document['author_name']).slice(0, maxAuthors),
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

/** The title without its subtitle: files often have only that. */
function readPlainTitle({ title: given, subtitle }: JsonObject) {
  const title = readLine(given)
  return title === undefined || readLine(subtitle) === undefined ? [] : [{ language: '', title }]
}

function buildCoverUrl(cover: unknown) {
  const id = readInteger(cover, { min: 1 })
  return id === undefined ? undefined : `https://covers.openlibrary.org/b/id/${id}-L.jpg`
}

const maxRedirects = 3

/** Merged works lead to the one that remains. */
async function getWork(send: SendRequest, externalId: string) {
  let id = externalId
  for (let hop = 0; hop <= maxRedirects && /^OL\d{1,12}W$/.test(id); hop++) {
    const work = readObject(await send({ path: `/works/${id}.json`, kind: 'work' }))
    const type = readLine(readObject(work['type'])['key'])
    if (type === '/type/delete') break
    if (type !== '/type/redirect') return { id, work }
    id = readKey(work['location']) ?? ''
  }
  throw createProviderError('openlibrary', 'not_found')
}

const maxAuthors = 3

/** A work names only the keys of its authors. */
async function getAuthors(send: SendRequest, { authors }: JsonObject): Promise<string[]> {
  const names: string[] = []
  for (const one of readItems(authors).slice(0, maxAuthors)) {
    const key = readLine(readObject(readObject(one)['author'])['key'])
    if (!key || !/^\/authors\/OL\d{1,12}A$/.test(key)) continue
    const name = readLine(readObject(await send({ path: `${key}.json`, kind: 'work' }))['name'])
    if (name !== undefined) names.push(name)
  }
  return names
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

/** Text, or an object with the text. */
function readSummary({ description }: JsonObject) {
  const text = typeof description === 'string' ? description : readObject(description)['value']
  return typeof text === 'string' ? stripMarkup(text) : undefined
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
