/** Hardcover: novels and other books. GraphQL. Needs the token of an account. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { Candidate, ProviderAuthor, Work } from '../model'
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

const siteUrl = 'https://hardcover.app'
const maxResults = 50

const searchBooks = `query ($query: String!, $limit: Int!) {
  search(query: $query, query_type: "Book", per_page: $limit, page: 1) { results }
}`

const bookFields = `{
  id title slug description release_year rating ratings_count
  image { url }
  contributions { contribution author { name } }
}`
const findById = `query ($id: Int!) { books(where: { id: { _eq: $id } }, limit: 1) ${bookFields} }`
const findBySlug = `query ($slug: String!) { books(where: { slug: { _eq: $slug } }, limit: 1) ${bookFields} }`

export const hardcover: BuiltInProvider = {
  name: 'hardcover',
  displayName: 'Hardcover',
  siteUrl,
  searchUrl: `${siteUrl}/search?q={title}`,
  attribution: null,
  base: 'https://api.hardcover.app/v1',
  // Documented: 60 requests a minute.
  limits: { default: { everyMs: 1200, burst: 10 } },
  key: { isRequired: true, in: 'header', name: 'authorization', prefix: 'Bearer ' },
  findBodyError(body) {
    const [error] = readItems(readObject(body)['errors'])
    if (error === undefined) return undefined
    const { code } = readObject(readObject(error)['extensions'])
    return code === 'invalid-jwt' ? 'unauthorized' : 'broken'
  },
  isOnByDefault: false,
  subjects: ['prose'],
  knowsIsbns: true,
  async search(send, { title, isbn, limit }) {
    const variables = { query: isbn ?? title, limit: Math.min(limit, maxResults) }
    const body = { query: searchBooks, variables }
    const response = await send({ path: '/graphql', method: 'POST', body, kind: 'search' })
    const { search } = readObject(readObject(response)['data'])
    return readItems(readObject(readObject(search)['results'])['hits']).flatMap((hit) => {
      const candidate = readCandidate(readObject(readObject(hit)['document']))
      // Without the work: its people have no roles here, and some only read it aloud.
      return candidate ? [{ candidate }] : []
    })
  },
  async get(send, externalId) {
    const id = readInteger(externalId, { min: 1 })
    if (id === undefined && !slugPattern.test(externalId)) throw notFound()
    const body =
      id === undefined
        ? { query: findBySlug, variables: { slug: externalId } }
        : { query: findById, variables: { id } }
    const response = await send({ path: '/graphql', method: 'POST', body, kind: 'work' })
    const [book] = readItems(readObject(readObject(response)['data'])['books'])
    const candidate = readCandidate(readObject(book))
    if (!candidate) throw notFound()
    return { candidate, work: readWork(readObject(book), candidate) }
  },
  /** The last part of the address. */
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?hardcover\.app\/books\/([a-z\d][a-z\d-]{0,199})(?:[/?#]|$)/i.exec(
      url,
    )?.[1],
}

const slugPattern = /^[a-z\d][a-z\d-]{0,199}$/i
const notFound = () => createProviderError('hardcover', 'not_found')

/** A book, or the document of one in the search, whose people are names only. */
function readCandidate(book: JsonObject): Candidate | undefined {
  const externalId = readId(book['id'])
  const title = readLine(book['title'])
  const id = readInteger(externalId, { min: 1 })
  if (externalId === undefined || id === undefined || title === undefined) return undefined
  const slug = readLine(book['slug'])
  return {
    externalId,
    title,
    alternateTitles: readLines(book['alternative_titles']).map((each) => ({
      language: '',
      title: each,
    })),
    year: readYear(book['release_year']) ?? null,
    format: 'novel',
    status: null,
    totalVolumeCount: null,
    totalChapterCount: null,
    authors: [...new Set(readAuthors(book).map(({ name }) => name))],
    country: null,
    publisher: null,
    coverUrl: readUrl(readObject(book['image'])['url']) ?? null,
    siteUrl: slug === undefined ? null : `${siteUrl}/books/${encodeURIComponent(slug)}`,
    summary: readPlainText(book['description']) ?? null,
  }
}

/** Those without a contribution wrote it. */
function readAuthors(book: JsonObject): ProviderAuthor[] {
  const contributors = readItems(book['contributions']).flatMap((one) => {
    const { contribution, author } = readObject(one)
    const name = readLine(readObject(author)['name'])
    const role = roles[(readLine(contribution) ?? 'author').toLowerCase()]
    return name !== undefined && role !== undefined ? [{ name, role }] : []
  })
  const names = readLines(book['author_names']).map((name) => ({ name, role: 'writer' }))
  return contributors.length > 0 ? contributors : names
}

const roles: Record<string, string> = {
  author: 'writer',
  writer: 'writer',
  translator: 'translator',
  editor: 'editor',
  illustrator: 'penciller',
}

const readWork = (book: JsonObject, candidate: Candidate): Work =>
  omitAbsent({
    title: candidate.title,
    summary: candidate.summary ?? undefined,
    year: candidate.year ?? undefined,
    authors: nonEmpty(readAuthors(book)),
    genres: nonEmpty(readLines(book['genres'])),
    rating: readRating(book['rating'], { best: 5, voteCount: book['ratings_count'] }),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
