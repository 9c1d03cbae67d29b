/** Shared by Hardcover series and books: works and their contributors. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { Candidate, ProviderAuthor, SendRequest } from '../model'
import { readPlainText } from '../text/plain-text'
import {
  type JsonObject,
  readId,
  readInteger,
  readItems,
  readLine,
  readLines,
  readObject,
  readUrl,
  readYear,
} from '../text/read-json'
import { acceptList } from '../text/response-shape'

export const siteUrl = 'https://hardcover.app'

const searchQuery = `query ($query: String!, $limit: Int!) {
  search(query: $query, query_type: "Book", per_page: $limit, page: 1) { results }
}`

const slugPattern = /^[a-z\d][a-z\d-]{0,199}$/i

/** Returns the slug at the end of the URL. */
export const parseBookLink = (url: string): string | undefined =>
  /^https?:\/\/(?:www\.)?hardcover\.app\/books\/([a-z\d][a-z\d-]{0,199})(?:[/?#]|$)/i.exec(url)?.[1]

/** Reads a book, or a search document for a book, which contains only the names of people. */
export function readHardcoverBook(book: JsonObject): Candidate | undefined {
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
    authors: [...new Set(readContributors(book).map(({ name }) => name))],
    country: null,
    publisher: null,
    coverUrl: readUrl(readObject(book['image'])['url']) ?? null,
    siteUrl: slug === undefined ? null : `${siteUrl}/books/${encodeURIComponent(slug)}`,
    summary: readPlainText(book['description']) ?? null,
  }
}

/**
 * Contributors without a role are the authors. Without contributors, uses the author names of a
 * search document.
 */
export function readContributors(book: JsonObject): ProviderAuthor[] {
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

const maxResults = 50
const isReadable = (book: JsonObject) => readHardcoverBook(book) !== undefined
const acceptHits = acceptList('data.search.results.hits', ({ document }) =>
  isReadable(readObject(document)),
)
const acceptBooks = acceptList('data.books', isReadable)

/** Searches the text index. `query` can be an ISBN. */
export async function searchDocuments(
  send: SendRequest,
  query: string,
  limit: number,
): Promise<JsonObject[]> {
  const variables = { query, limit: Math.min(limit, maxResults) }
  const body = { query: searchQuery, variables }
  const response = await send({
    path: '/graphql',
    method: 'POST',
    body,
    kind: 'search',
    accepts: acceptHits,
  })
  const { search } = readObject(readObject(response)['data'])
  const hits = readItems(readObject(readObject(search)['results'])['hits'])
  return hits.map((hit) => readObject(readObject(hit)['document']))
}

/**
 * Fetches a book by ID, or by the slug at the end of its URL. Returns an empty object if there is
 * none. Throws if `externalId` is neither an ID nor a slug.
 */
export async function fetchBook(
  send: SendRequest,
  externalId: string,
  fields: string,
): Promise<JsonObject> {
  const id = readInteger(externalId, { min: 1 })
  if (id === undefined && !slugPattern.test(externalId)) throw createNotFound()
  const query =
    id === undefined
      ? `query ($slug: String!) { books(where: { slug: { _eq: $slug } }, limit: 1) ${fields} }`
      : `query ($id: Int!) { books(where: { id: { _eq: $id } }, limit: 1) ${fields} }`
  const body = { query, variables: id === undefined ? { slug: externalId } : { id } }
  const response = await send({
    path: '/graphql',
    method: 'POST',
    body,
    kind: 'work',
    accepts: acceptBooks,
  })
  return readObject(readItems(readObject(readObject(response)['data'])['books'])[0])
}

export const createNotFound = () => createProviderError('hardcover', 'not_found')
