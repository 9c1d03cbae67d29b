/** Labels, alternate titles, links and IDs in a series' files. Pure. */
import type { FileMetadata } from '../../../media/contents/file-metadata'
import { foldText } from '../../../platform/lib/text/fold-text'
import type { IdItem, LinkItem } from '../../metadata/part-storage'
import { getSiteId, getSiteName } from '../parts/link-sites'

export interface Parts {
  genres: readonly string[]
  tags: readonly string[]
  alternateTitles: readonly { label: string; title: string }[]
  externalLinks: readonly LinkItem[]
}
export type FilePartName = keyof Parts

export const filePartNames = ['genres', 'tags', 'alternateTitles', 'externalLinks'] as const

export interface FileParts extends Parts {
  /** The source of each non-empty list. */
  partSources: Partial<Record<FilePartName, string>>
  /** At most one for each of `fileIdSources`. */
  externalIds: readonly IdItem[]
}

/** Names that the API shows as the sources of external IDs from files. */
export const fileIdSources = ['comicinfo', 'epub'] as const

const maxTitles = 20
const maxLinks = 50
const maxTitleLength = 500
const maxNameLength = 100

/** `files` is sorted, most trusted first. */
export function collectFileParts(files: readonly FileMetadata[]): FileParts {
  const parts: Parts = {
    genres: pickFirst(files, ({ genres }) => genres),
    tags: pickFirst(files, ({ tags }) => tags),
    alternateTitles: listTitles(files),
    externalLinks: listLinks(files),
  }
  const sources = filePartNames.flatMap((name) => {
    const file = parts[name].length > 0 ? files.find(hasPart[name]) : undefined
    return file ? [[name, file.source]] : []
  })
  return { ...parts, partSources: Object.fromEntries(sources), externalIds: listIds(files) }
}

const hasPart: Record<FilePartName, (file: FileMetadata) => boolean> = {
  genres: ({ genres }) => genres.length > 0,
  tags: ({ tags }) => tags.length > 0,
  alternateTitles: ({ localizedSeries }) => localizedSeries !== null,
  externalLinks: ({ links }) => links.length > 0,
}

const pickFirst = (
  files: readonly FileMetadata[],
  namesIn: (file: FileMetadata) => readonly string[],
) => files.map(namesIn).find((names) => names.length > 0) ?? []

/** Lists unique titles, excluding the title of the series itself. */
function listTitles(files: readonly FileMetadata[]): Parts['alternateTitles'] {
  const known = new Set(files.flatMap(({ series }) => (series === null ? [] : [foldText(series)])))
  const titles: { label: string; title: string }[] = []
  for (const { localizedSeries } of files) {
    const title = localizedSeries?.slice(0, maxTitleLength).toWellFormed()
    if (!title || known.has(foldText(title))) continue
    known.add(foldText(title))
    titles.push({ label: 'Localized', title })
    if (titles.length === maxTitles) break
  }
  return titles
}

/**
 * Lists links to the series. Skips links to a single volume: a link is used only if all files that
 * link to its site have the same URL.
 */
function listLinks(files: readonly FileMetadata[]): Parts['externalLinks'] {
  const bySite = new Map<string, Set<string>>()
  for (const url of files.flatMap(({ links }) => links)) {
    const site = getSiteName(url)?.slice(0, maxNameLength)
    if (site) bySite.set(site, (bySite.get(site) ?? new Set()).add(url))
  }
  return [...bySite]
    .flatMap(([sourceName, urls]) => {
      const url = [...urls][0]!
      return urls.size === 1 ? [{ sourceName, url, externalId: getSiteId(url) }] : []
    })
    .slice(0, maxLinks)
}

const maxIdLength = 500

/** For each source, uses the ID from the first file that has one. */
function listIds(files: readonly FileMetadata[]): IdItem[] {
  const comics = files.filter(({ source }) => source === 'comicinfo' || source === 'series_json')
  const link = listLinks(comics).find(({ externalId }) => externalId)
  const gtin = comics.map((file) => file.gtin?.split(',')[0]!.trim()).find(Boolean)
  const packages = files.filter(({ source }) => source === 'epub' || source === 'opf')
  const identifier = packages.map((file) => file.isbns[0] ?? file.identifiers[0]).find(Boolean)
  const found: [string, string | null | undefined, string | null][] = [
    ['comicinfo', gtin ?? link?.externalId, gtin === undefined && link ? link.url : null],
    ['epub', identifier, null],
  ]
  return found.flatMap(([source, id, externalUrl]) =>
    id ? [{ source, externalId: id.slice(0, maxIdLength).toWellFormed(), externalUrl }] : [],
  )
}
