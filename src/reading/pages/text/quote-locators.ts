/** Builds locators for passages that other programs stored, from the file of the book. */
import type { Viewer } from '../../../accounts/permissions/model'
import { getBookWithFile } from '../../../catalog/books/files/book-with-file'
import { convertFileError, locateFile } from '../../../catalog/books/files/locate'
import { bookMessages } from '../../../catalog/books/messages'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { decoder } from '../../../media/decoding/decoder'
import type { TextPlace, WantedTextPlace } from '../../../media/epub/places/find-text-places'
import { buildResourceHref } from '../epub/resource-href'
import { convertDecodeError } from '../page-errors'

export interface Quote {
  /** Location in an e-book, or null for a passage on a page. */
  place: Omit<WantedTextPlace, 'quote'> | null
  page: number | null
  /** The passage, or an empty string for a place without text. */
  text: string
  chapter: string | null
}

/** A Readium locator. */
export type QuoteLocator = Record<string, unknown> & {
  locations: Record<string, unknown> & { totalProgression: number }
}

type Book = Awaited<ReturnType<typeof getBookWithFile>>

/**
 * Returns a locator for each quote, or undefined if the book has no such place. A passage that has
 * moved or disappeared keeps its stored text. Throws a `Refusal` if the file cannot be read or has
 * not been analyzed yet.
 */
export async function buildQuoteLocators(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  quotes: readonly Quote[],
): Promise<(QuoteLocator | undefined)[]> {
  const book = await getBookWithFile(ctx, viewer, bookId)
  if (book.format === null) throw new Refusal('unavailable', bookMessages.file_unreadable())
  if (book.format === 'pdf') return quotes.map((quote) => buildPageLocator(book, quote))
  if (book.format !== 'epub') return quotes.map(() => undefined)
  const places = await findPlaces(ctx, book, quotes)
  return quotes.map((quote, index) => {
    const place = places[index]
    return place ? buildTextLocator(place, quote) : undefined
  })
}

async function findPlaces(ctx: Context, book: Book, quotes: readonly Quote[]) {
  const wanted = quotes.map(({ place, text: quote }) => ({ ...(place ?? nowhere), quote }))
  try {
    const { path } = await locateFile(ctx.db, book)
    return await decoder(ctx.config.thumbnails).run('findTextPlaces', { path, wanted })
  } catch (error) {
    throw error instanceof Refusal ? error : convertFileError(convertDecodeError(error))
  }
}

/** Used for a missing place. It is never found, because no section has the number 0. */
const nowhere = { section: 0, elements: [], offset: 0 }

const describeChapter = (chapter: string | null) => chapter !== null && { title: chapter }

function buildTextLocator(place: TextPlace, { text, chapter }: Quote): QuoteLocator {
  const { href, mediaType: type, progression, totalProgression, partialCfi, before, after } = place
  return {
    href: buildResourceHref(href),
    type,
    ...describeChapter(chapter),
    locations: { progression, totalProgression, ...(partialCfi !== null && { partialCfi }) },
    ...(text !== '' && { text: { before, highlight: text, after } }),
  }
}

/** Builds a locator for a page. The reader searches for the text on that page. */
function buildPageLocator({ pageCount }: Book, { page, text, chapter }: Quote) {
  if (page === null || page > pageCount) return undefined
  const totalProgression = (page - 1) / pageCount
  return {
    href: `pages/${page}`,
    type: 'image/jpeg',
    ...describeChapter(chapter),
    locations: { position: page, progression: 0, totalProgression },
    ...(text !== '' && { text: { highlight: text } }),
  }
}
