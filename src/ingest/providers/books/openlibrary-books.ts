/** Books from Open Library: works, and editions by ISBN. */
import { createProviderError, ProviderError } from '../../../platform/outgoing/provider-error'
import type { BookCandidate, BookWork, FoundBook, SendRequest } from '../model'
import type { BuiltInBooks } from '../provider'
import { notOfBooks, readDate, readIsbns, readLanguage } from '../text/read-book'
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
} from '../prose/openlibrary-works'
import { acceptObject } from '../text/response-shape'

export const openlibraryBooks: BuiltInBooks = {
  async search(send, { title, author, isbn, limit }) {
    if (isbn !== undefined) return findEdition(send, isbn)
    const query = new URLSearchParams({
      title,
      ...(author !== undefined && { author }),
      fields,
      limit: String(Math.min(limit, maxResults)),
    })
    const response = await send({
      path: `/search.json?${query.toString()}`,
      kind: 'search',
      accepts: acceptDocuments,
    })
    return readItems(readObject(response)['docs']).flatMap((one) => {
      const document = readObject(one)
      const candidate = readWorkCandidate(readKey(document['key']), {
        ...document,
        authors: readLines(document['author_name']),
        cover: document['cover_i'],
      })
      return candidate ? [{ candidate }] : []
    })
  },
  async get(send, externalId) {
    return editionPattern.test(externalId)
      ? getEdition(send, externalId)
      : getBook(send, externalId)
  },
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?openlibrary\.org\/(?:works|books)\/(OL\d{1,12}[WM])(?:[/?#.]|$)/i
      .exec(url)?.[1]
      ?.toUpperCase(),
}

const editionPattern = /^OL\d{1,12}M$/
const notFound = () => createProviderError('openlibrary', 'not_found')

const acceptEdition = acceptObject('', (one) => readEdition(one, []) !== undefined)

async function findEdition(send: SendRequest, isbn: string) {
  try {
    const edition = readObject(
      await send({ path: `/isbn/${isbn}.json`, kind: 'search', accepts: acceptEdition }),
    )
    const candidate = readEdition(edition, [])
    return candidate ? [{ candidate }] : []
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'not_found') return []
    throw error
  }
}

interface WorkFacts extends JsonObject {
  authors: readonly string[]
  cover: unknown
}

function readWorkCandidate(id: string | undefined, facts: WorkFacts): BookCandidate | undefined {
  const title = readLine(facts['title'])
  if (id === undefined || title === undefined) return undefined
  const subtitle = readLine(facts['subtitle'])
  return {
    ...notOfBooks,
    externalId: id,
    title,
    alternateTitles: subtitle ? [{ language: '', title: `${title}: ${subtitle}` }] : [],
    number: null,
    year: readYear(facts['first_publish_year'] ?? facts['first_publish_date']) ?? null,
    format: 'novel',
    authors: facts.authors.slice(0, 3),
    publisher: null,
    coverUrl: buildCoverUrl(facts.cover) ?? null,
    siteUrl: `${siteUrl}/works/${id}`,
    summary: readSummary(facts) ?? null,
    isbns: [],
    language: null,
    isEdition: false,
  }
}

function readEdition(edition: JsonObject, authors: readonly string[]): BookCandidate | undefined {
  const [, id] = /^\/books\/(OL\d{1,12}M)$/.exec(readLine(edition['key']) ?? '') ?? []
  const work = readWorkCandidate(id, {
    ...edition,
    authors,
    cover: readItems(edition['covers'])[0],
  })
  if (id === undefined || !work) return undefined
  return {
    ...work,
    siteUrl: `${siteUrl}/books/${id}`,
    year: readDate(edition['publish_date']).year ?? null,
    publisher: readLines(edition['publishers'])[0] ?? null,
    isbns: readIsbns([...readItems(edition['isbn_13']), ...readItems(edition['isbn_10'])]),
    language: readEditionLanguage(edition) ?? null,
    isEdition: true,
  }
}

function readEditionLanguage({ languages }: JsonObject) {
  const [first] = readItems(languages)
  const [, code] = /^\/languages\/([a-z]{3})$/.exec(readLine(readObject(first)['key']) ?? '') ?? []
  return readLanguage(code)
}

const maxSubjects = 15

const readWork = (work: JsonObject, candidate: BookCandidate): BookWork =>
  omitAbsent({
    title: candidate.title,
    subtitle: readLine(work['subtitle']),
    summary: readSummary(work) ?? candidate.summary ?? undefined,
    originalYear: readYear(work['first_publish_date']),
    authors: nonEmpty(candidate.authors.map((name) => ({ name, role: 'writer' }))),
    subjects: nonEmpty(readLines(work['subjects']).slice(0, maxSubjects)),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })

async function getBook(send: SendRequest, externalId: string): Promise<FoundBook> {
  const { id, work } = await getWork(send, externalId)
  const authors = await getAuthors(send, work)
  const candidate = readWorkCandidate(id, { ...work, authors, cover: readItems(work['covers'])[0] })
  if (!candidate) throw notFound()
  return { candidate, work: readWork(work, candidate) }
}

/**
 * The edition provides the title and publication date; its work provides the authors and subjects.
 */
async function getEdition(send: SendRequest, externalId: string): Promise<FoundBook> {
  const edition = readObject(
    await send({ path: `/books/${externalId}.json`, kind: 'work', accepts: acceptEdition }),
  )
  const workId = readKey(readObject(readItems(edition['works'])[0])['key'])
  const work = workId === undefined ? {} : (await getWork(send, workId)).work
  const authors = await getAuthors(send, work)
  const candidate = readEdition(edition, authors)
  if (!candidate) throw notFound()
  return {
    candidate,
    work: { ...readWork(work, candidate), ...readEditionFacts(edition, candidate) },
  }
}

const readEditionFacts = (edition: JsonObject, { publisher, isbns, language }: BookCandidate) =>
  omitAbsent({
    subtitle: readLine(edition['subtitle']),
    ...readDate(edition['publish_date']),
    publisher: publisher ?? undefined,
    isbns: nonEmpty(isbns),
    language: language ?? undefined,
    edition: readLine(edition['edition_name']),
  })
