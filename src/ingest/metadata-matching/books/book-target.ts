/** Books as matching sees them. */
import type { Viewer } from '../../../accounts/permissions/model'
import { suggestBookCover, withdrawBookCover } from '../../../artwork/covers/suggest-book-cover'
import { bookEntity } from '../../../catalog/books/metadata/book-fields'
import { getStoredBook } from '../../../catalog/books/metadata/service'
import type { Db } from '../../../platform/db/store'
import type { MetadataProvider } from '../../providers/provider'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { matchingMessages } from '../messages'
import type { Match, Target } from '../targets/target'
import { buildBookValues } from './book-values'
import { loadBookToMatch } from './local-book'

export const bookTarget: Target = {
  entity: bookEntity,
  alwaysApplied: new Set(),
  load: loadBookToMatch,
  requireVisible: getStoredBook,
  canAsk: ({ books }) => books !== undefined,
  async getWork(provider, externalId, options) {
    if (!provider.books) throw explainNoBooks(provider)
    return (await provider.books.get(externalId, options)).work
  },
  buildValues,
  suggestCover: suggestBookCover,
  withdrawCover: withdrawBookCover,
  explainKeptCover: () => matchingMessages.book_cover_kept(),
}

const explainNoBooks = ({ name, displayName }: MetadataProvider) =>
  new ProviderError(name, {
    code: 'not_found',
    message: matchingMessages.no_books({ provider: displayName }),
  })

async function buildValues(db: Db, viewer: Viewer, id: string, { work }: Match) {
  const { metadata } = await getStoredBook(db, viewer, id)
  return buildBookValues(work, {
    isbns: metadata.isbns,
    month: metadata.month,
    day: metadata.day,
    subjects: metadata.subjects ?? [],
  })
}
