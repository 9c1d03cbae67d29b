/** Books in the form used by matching. */
import type { Viewer } from '../../../accounts/permissions/model'
import {
  suggestBookCover,
  withdrawBookCover,
} from '../../../artwork/covers/suggested/suggest-book-cover'
import { bookEntity } from '../../../catalog/books/metadata/book-fields'
import { getStoredBook } from '../../../catalog/books/metadata/service'
import { isSameValue } from '../../../catalog/metadata/field-table'
import { mayWrite } from '../../../catalog/metadata/locks'
import type { Db } from '../../../platform/db/store'
import type { MetadataProvider } from '../../providers/provider'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { matchingMessages } from '../messages'
import type { RankedMatch, Target } from '../targets/target'
import { buildBookValues, leaveOutParts } from './book-values'
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

async function buildValues(db: Db, viewer: Viewer, id: string, match: RankedMatch) {
  const stored = await getStoredBook(db, viewer, id)
  const { isbns, month, day, subjects } = stored.metadata
  const current = { isbns, month, day, subjects: subjects ?? [] }
  const values: Record<string, unknown> = buildBookValues(match.work, current)
  const state = bookEntity.stateOf(stored)
  const source = `plugin:${match.provider}`
  return leaveOutParts(values, (name) => {
    const field = bookEntity.fields[name]!
    const isOther =
      values[name] !== undefined && !isSameValue(field, state.values[name], values[name])
    return isOther && !mayWrite(state, { ...field, name }, source, match.trusted)
  })
}
