/** Hardcover: novels and other books. GraphQL. Needs an account token. */
import { hardcoverBooks } from '../books/hardcover-books'
import type { Candidate, Work } from '../model'
import type { BuiltInProvider } from '../provider'
import { type JsonObject, nonEmpty, omitAbsent, readLines, readRating } from '../text/read-json'
import {
  fetchBook,
  createNotFound,
  parseBookLink,
  readContributors,
  readHardcoverBook,
  searchDocuments,
  siteUrl,
} from './hardcover-works'
import { findGraphqlError } from '../text/response-shape'

const bookFields = `{
  id title slug description release_year rating ratings_count
  image { url }
  contributions { contribution author { name } }
}`

export const hardcover: BuiltInProvider = {
  name: 'hardcover',
  displayName: 'Hardcover',
  siteUrl,
  searchUrl: `${siteUrl}/search?q={title}`,
  attribution: null,
  base: 'https://api.hardcover.app/v1',
  // Documented limit: 60 requests per minute.
  limits: { default: { everyMs: 1200, burst: 10 } },
  key: { isRequired: true, in: 'header', name: 'authorization', prefix: 'Bearer ' },
  findBodyError: findGraphqlError,
  isOnByDefault: false,
  subjects: ['prose'],
  knowsIsbns: true,
  async search(send, { title, isbn, limit }) {
    return (await searchDocuments(send, isbn ?? title, limit)).flatMap((document) => {
      const candidate = readHardcoverBook(document)
      // The metadata is omitted, because search results contain no contributor roles, and some
      // contributors are only narrators.
      return candidate ? [{ candidate }] : []
    })
  },
  async get(send, externalId) {
    const book = await fetchBook(send, externalId, bookFields)
    const candidate = readHardcoverBook(book)
    if (!candidate) throw createNotFound()
    return { candidate, work: readWork(book, candidate) }
  },
  books: hardcoverBooks,
  parseLink: parseBookLink,
}

const readWork = (book: JsonObject, candidate: Candidate): Work =>
  omitAbsent({
    title: candidate.title,
    summary: candidate.summary ?? undefined,
    year: candidate.year ?? undefined,
    authors: nonEmpty(readContributors(book)),
    genres: nonEmpty(readLines(book['genres'])),
    rating: readRating(book['rating'], { best: 5, voteCount: book['ratings_count'] }),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
