/** Books from Hardcover: works with their position in a series. */
import type { BookCandidate, BookWork } from '../model'
import type { BuiltInBooks } from '../provider'
import {
  fetchBook,
  createNotFound,
  parseBookLink,
  readContributors,
  readHardcoverBook,
  searchDocuments,
} from '../prose/hardcover-works'
import { notOfBooks, readIsbns } from '../text/read-book'
import {
  type JsonObject,
  nonEmpty,
  omitAbsent,
  readInteger,
  readItems,
  readLine,
  readLines,
  readNumber,
  readObject,
} from '../text/read-json'

const bookFields = `{
  id title subtitle slug description release_year
  image { url }
  contributions { contribution author { name } }
  book_series { position series { name books_count } }
}`

export const hardcoverBooks: BuiltInBooks = {
  async search(send, { title, author, isbn, limit }) {
    const text = author === undefined ? title : `${title} ${author}`
    return (await searchDocuments(send, isbn ?? text, limit)).flatMap((document) => {
      const candidate = readCandidate(document)
      // This is a text search, so it may also return books that do not have the ISBN.
      const isMeant = isbn === undefined || candidate?.isbns.includes(isbn)
      return candidate && isMeant ? [{ candidate }] : []
    })
  },
  async get(send, externalId) {
    const book = await fetchBook(send, externalId, bookFields)
    const candidate = readCandidate(book)
    if (!candidate) throw createNotFound()
    return { candidate, work: readWork(book, candidate) }
  },
  parseLink: parseBookLink,
}

function readCandidate(book: JsonObject): BookCandidate | undefined {
  const work = readHardcoverBook(book)
  const subtitle = readLine(book['subtitle'])
  return (
    work && {
      ...work,
      ...notOfBooks,
      alternateTitles: [
        ...work.alternateTitles.slice(0, 20),
        ...(subtitle ? [{ language: '', title: `${work.title}: ${subtitle}` }] : []),
      ],
      number: null,
      isbns: readIsbns(book['isbns']),
      language: null,
      isEdition: false,
    }
  )
}

function readWork(book: JsonObject, candidate: BookCandidate): BookWork {
  const place = readObject(readItems(book['book_series'])[0])
  const position = readNumber(place['position'])
  return omitAbsent({
    title: candidate.title,
    subtitle: readLine(book['subtitle']),
    summary: candidate.summary ?? undefined,
    originalYear: candidate.year ?? undefined,
    authors: nonEmpty(readContributors(book)),
    subjects: nonEmpty(readLines(book['genres']).slice(0, 15)),
    seriesPosition:
      position !== undefined && position >= 0 && position < 10_000 ? position : undefined,
    seriesTotal: readInteger(readObject(place['series'])['books_count'], { min: 1, max: 10_000 }),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
}
