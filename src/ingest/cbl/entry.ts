/** A reading list entry as named in the file. Stored while its book is missing. */
import { anyText, integer, list, named, nullable, type Static } from '../../platform/http/shapes'

export const maxEntries = 10_000
export const maxFileBytes = 5 * 1024 * 1024

const CatalogIds = named('ReadingListCatalogIds', {
  name: anyText({ description: '`cv` (ComicVine), `metron` …' }),
  series: nullable(anyText()),
  issue: nullable(anyText()),
})
export type CatalogIds = Static<typeof CatalogIds>

export const entryMembers = {
  series: anyText(),
  number: anyText(),
  volume: anyText({ description: 'Usually the year in which the series started' }),
  year: nullable(integer({ description: 'Of the issue' })),
  format: anyText(),
  bookId: nullable(anyText({ description: 'Id of a book in the program that wrote the file' })),
  catalogs: list(CatalogIds),
}
export const CblEntry = named('CblEntry', entryMembers)
export type CblEntry = Static<typeof CblEntry>

/** Catalog names used in files, keyed by provider name. */
export const catalogNames: Record<string, string> = { comicvine: 'cv', metron: 'metron' }

const providers: Record<string, string> = {
  cv: 'comicvine',
  comicvine: 'comicvine',
  metron: 'metron',
}
export const findProvider = (catalog: string): string | undefined =>
  providers[catalog.trim().toLowerCase()]
