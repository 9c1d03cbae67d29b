/** A reading list entry as it appears in the file, stored while its book is missing. */
import { anyText, integer, list, named, nullable, type Static } from '../../platform/http/shapes'

export const maxEntries = 10_000
export const maxFileBytes = 5 * 1024 * 1024

const CatalogIds = named('ReadingListCatalogIds', {
  name: anyText({ description: 'Name of the catalog, such as `cv` (ComicVine) or `metron`' }),
  series: nullable(anyText()),
  issue: nullable(anyText()),
})
export type CatalogIds = Static<typeof CatalogIds>

export const entryMembers = {
  series: anyText(),
  number: anyText(),
  volume: anyText({ description: 'Volume of the series; usually the year in which it started' }),
  year: nullable(integer({ description: 'Year in which the issue was published' })),
  format: anyText(),
  bookId: nullable(anyText({ description: 'ID of the book in the program that wrote the file' })),
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
