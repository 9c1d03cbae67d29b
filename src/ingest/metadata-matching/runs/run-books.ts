/**
 * Selects the books that a run matches: prose by ISBN and title, issues and volumes of matched
 * series by number.
 */
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import type { MetadataProvider } from '../../providers/provider'
import { listLibraryProviders, listProvidersFor } from '../provider-access'
import { findLibraryType } from '../queries'
import { insertItems } from './item-queries'
import type { RunRow } from './run-queries'
import { type AskedBooks, listWantedBookIds } from './wanted-queries'

/** Comics are rarely EPUB files, so in mixed libraries only EPUB files count as prose. */
const proseFormats = { book: 'all', mixed: ['epub'], manga: [], webtoon: [], comic: [] } as const

/**
 * Lists the run's providers, most trusted first. The list is empty if the run's only provider was
 * uninstalled, is disabled or cannot be used for the library.
 */
export async function listRunProviders(
  ctx: Context,
  { provider }: Pick<RunRow, 'provider'>,
  libraryId: string,
): Promise<MetadataProvider[]> {
  if (provider === null) return listLibraryProviders(ctx, libraryId)
  const named = (await listProvidersFor(ctx, libraryId)).find(({ name }) => name === provider)
  return named ? [named] : []
}

/** Returns undefined if none of the providers can find books of the library. */
export async function findAskedBooks(
  db: Db,
  libraryId: string,
  providers: readonly MetadataProvider[],
): Promise<AskedBooks | undefined> {
  const sources = providers
    .filter(({ books }) => books?.listParts)
    .map(({ name }) => `plugin:${name}`)
  const searches = providers.some(({ books }) => books?.search)
  const formats = searches ? proseFormats[await findLibraryType(db, libraryId)] : []
  return sources.length > 0 || formats.length > 0 ? { sources, formats } : undefined
}

const booksPerSlice = 500

/**
 * Adds the books of a series that can be found by number now that the series is matched. Returns
 * false if there are none.
 */
export async function addBooksOfSeries(
  tx: Tx,
  run: RunRow,
  { seriesId, asked: { sources } }: { seriesId: string; asked: AskedBooks },
): Promise<boolean> {
  if (sources.length === 0) return false
  const wanted = { seriesId, sources, formats: [], provider: run.provider, createdAfter: null }
  let afterId: string | undefined
  for (;;) {
    const ids = await listWantedBookIds(tx, wanted, { afterId, limit: booksPerSlice })
    await insertItems(tx, run.id, { kind: 'book', ids })
    if (ids.length < booksPerSlice) return afterId !== undefined || ids.length > 0
    afterId = ids.at(-1)
  }
}
