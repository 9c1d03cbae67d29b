/** Explains the title and the series of a book, for people. */
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
      because: placeFile(naming, file).because,
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
  const ruleText = by === undefined ? `read as: ${rule}` : 'a correction'
  return { field, value, source, text, rule: ruleText, ruleId: by ?? null }
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
    return { field, value, source, because: explainSource(source, value), locked }
  })
}

function explainSource(source: string | null, value: string | number | null): string {
  if (source === 'edited') return value === null ? 'A person cleared it.' : 'A person wrote it.'
  if (value === null || source === null) return 'Nothing says it.'
  if (source === 'path') return 'It was read in the name of the file or of its folders.'
  if (source.startsWith('rule:')) return 'A correction of how names are read says so.'
  if (source.startsWith('plugin:')) return `${source.slice(7)} says so.`
  return `The file or a file beside it says so (${source}).`
}
