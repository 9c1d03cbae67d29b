/** Explains the title and series of a book. */
import { getVisibleBook } from '../../catalog/books/service'
import { loadFileOffers } from '../../catalog/books/metadata/book-sources'
import type { Context } from '../../context'
import { listMatchingRules } from '../../catalog/corrections/service'
import type { Explanation } from '../../media/filenames/filenames'
import { getFolder, getBaseName } from '../../platform/lib/path-names'
import { canChangeLibraries } from '../../catalog/libraries/library-view'
import { placeFile } from '../../media/naming/naming'
import { seriesLockOf } from '../../catalog/series/metadata/series-fields'
import type { Viewer } from '../../accounts/permissions/model'
import { findBookAndSeriesMetadata } from './queries'
import type { ParseView, ReadValue, StoredValue } from './model'
import { type Message, withText } from '../../platform/messages/message'
import { sourceMessages } from './messages'

export async function explainBook(ctx: Context, viewer: Viewer, id: string): Promise<ParseView> {
  const book = await getVisibleBook(ctx, viewer, id)
  const { metadata, series } = await findBookAndSeriesMetadata(ctx.db, book.n)
  const { libraryId, relativePath: path } = book
  const { naming, file } = await loadFileOffers(ctx.db, book)
  const place = { fileName: getBaseName(path), folderName: getFolder(path) }
  const { title, volume, chapter } = book
  const { number = null, year = null, edition = null } = metadata ?? {}
  return {
    bookId: book.id,
    fileName: place.fileName,
    folder: canChangeLibraries(viewer) ? place.folderName : null,
    read: file.read().explain.map(buildReadValue),
    values: buildStoredValues(
      { title, volume, chapter, number, year, edition },
      metadata ?? { locks: [], sources: {} },
      buildLockName,
    ),
    series: {
      id: series.id,
      title: series.title,
      because: withText(placeFile(naming, file).because),
      values: buildStoredValues(
        { title: series.title, year: series.year, publisher: series.publisher },
        series,
        (field: 'title' | 'year' | 'publisher') => seriesLockOf(field),
      ),
    },
    rules: await listMatchingRules(ctx, libraryId, place),
  }
}

const buildLockName = (field: string) => `${field}Lock`

function buildReadValue({ field, value, source, text, rule, by }: Explanation): ReadValue {
  return { field, value, source, text, rule, ruleId: by ?? null }
}

function buildStoredValues<Name extends string>(
  values: Record<Name, string | number | null>,
  { locks, sources }: { locks: readonly string[]; sources: Record<string, string> },
  lockOf: (field: Name) => string | undefined,
): StoredValue[] {
  const entries = Object.entries(values) as [Name, string | number | null][]
  return entries.map(([field, value]) => {
    const source = sources[field] ?? null
    const lock = lockOf(field)
    const locked = lock !== undefined && locks.includes(lock)
    return { field, value, source, because: withText(explainSource(source, value)), locked }
  })
}

function explainSource(source: string | null, value: string | number | null): Message {
  if (source === 'edited')
    return value === null ? sourceMessages.cleared() : sourceMessages.edited()
  if (value === null || source === null) return sourceMessages.none()
  if (source === 'path') return sourceMessages.path()
  if (source.startsWith('rule:')) return sourceMessages.rule()
  if (source.startsWith('plugin:')) return sourceMessages.plugin({ plugin: source.slice(7) })
  return sourceMessages.file({ source })
}
