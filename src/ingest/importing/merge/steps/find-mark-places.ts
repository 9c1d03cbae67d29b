/** Finds the places of highlights and bookmarks in the files of books. */
import { system } from '../../../../accounts/permissions/model'
import type { Context } from '../../../../context'
import { Refusal } from '../../../../errors'
import {
  buildQuoteLocators,
  type Quote,
  type QuoteLocator,
} from '../../../../reading/pages/text/quote-locators'
import type { WaitingPersonal } from '../waiting-facts'

export interface MarkInBook {
  bookId: string
  personal: WaitingPersonal
}

/** Locators by mark. A mark whose place is not in the book has no locator. */
export type MarkLocators = ReadonlyMap<WaitingPersonal, QuoteLocator>

interface FoundMarks {
  locators: MarkLocators
  /** Marks in files that can't be read at the moment. */
  unreadable: ReadonlySet<WaitingPersonal>
}

/** Opens files, so it must not run in a transaction. */
export async function findMarkPlaces(
  ctx: Context,
  marks: readonly MarkInBook[],
  signal?: AbortSignal,
): Promise<FoundMarks> {
  const locators = new Map<WaitingPersonal, QuoteLocator>()
  const unreadable = new Set<WaitingPersonal>()
  const wanted = marks.flatMap((mark) => {
    const quote = describeQuote(mark.personal)
    return quote ? [{ ...mark, quote }] : []
  })
  for (const [bookId, ofBook] of Map.groupBy(wanted, (one) => one.bookId)) {
    signal?.throwIfAborted()
    const quotes = ofBook.map(({ quote }) => quote)
    const found = await buildIfReadable(ctx, bookId, quotes)
    for (const [index, { personal }] of ofBook.entries()) {
      const locator = found?.[index]
      if (locator) locators.set(personal, locator)
      else if (!found) unreadable.add(personal)
    }
  }
  return { locators, unreadable }
}

/** Returns undefined for data that can be imported without the file. */
function describeQuote(personal: WaitingPersonal): Quote | undefined {
  if (personal.kind === 'highlight') {
    const { place, page, passage: text, chapter } = personal
    return { place, page, text, chapter }
  }
  if (personal.kind !== 'bookmark' || !personal.place) return undefined
  return { place: personal.place, page: null, text: '', chapter: null }
}

/** Returns undefined if the file is damaged or its disk is unavailable. */
async function buildIfReadable(ctx: Context, bookId: string, quotes: readonly Quote[]) {
  try {
    return await buildQuoteLocators(ctx, system, bookId, quotes)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}
