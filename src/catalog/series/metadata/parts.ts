/** What hangs on a series beside its own fields: labels, other titles, links; as files say it. Pure. */
import type { FileMetadata } from '../../../media/contents/metadata'
import { foldText } from '../../../platform/lib/text'

export interface Parts {
  genres: readonly string[]
  tags: readonly string[]
  alternateTitles: readonly { label: string; title: string }[]
  externalLinks: readonly { sourceName: string; url: string }[]
}
export type PartName = keyof Parts

export const partNames = ['genres', 'tags', 'alternateTitles', 'externalLinks'] as const

export interface HeardParts extends Parts {
  /** Source of each part that is said. */
  partSources: Partial<Record<PartName, string>>
}

const maxTitles = 20
const maxLinks = 50
const maxTitleLength = 500
const maxNameLength = 100

/** `files`: the most trusted first, of each source that speaks. */
export function partsOf(files: readonly FileMetadata[]): HeardParts {
  const parts: Parts = {
    genres: firstOf(files, ({ genres }) => genres),
    tags: firstOf(files, ({ tags }) => tags),
    alternateTitles: titlesOf(files),
    externalLinks: linksOf(files),
  }
  const sources = partNames.flatMap((name) => {
    const speaker = parts[name].length > 0 ? files.find(speaks[name]) : undefined
    return speaker ? [[name, speaker.source]] : []
  })
  return { ...parts, partSources: Object.fromEntries(sources) }
}

const speaks: Record<PartName, (file: FileMetadata) => boolean> = {
  genres: ({ genres }) => genres.length > 0,
  tags: ({ tags }) => tags.length > 0,
  alternateTitles: ({ localizedSeries }) => localizedSeries !== null,
  externalLinks: ({ links }) => links.length > 0,
}

const firstOf = (files: readonly FileMetadata[], said: (file: FileMetadata) => readonly string[]) =>
  files.map(said).find((names) => names.length > 0) ?? []

/** Each once, and none that is only the title again. */
function titlesOf(files: readonly FileMetadata[]): Parts['alternateTitles'] {
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
 * A page that one volume has elsewhere is not the page of the series: of a site only that address
 * counts which all files give that speak of the site.
 */
function linksOf(files: readonly FileMetadata[]): Parts['externalLinks'] {
  const bySite = new Map<string, Set<string>>()
  for (const url of files.flatMap(({ links }) => links)) {
    const site = siteOf(url)
    if (site) bySite.set(site, (bySite.get(site) ?? new Set()).add(url))
  }
  return [...bySite]
    .flatMap(([sourceName, urls]) => (urls.size === 1 ? [{ sourceName, url: [...urls][0]! }] : []))
    .slice(0, maxLinks)
}

/** `mangadex.org`; undefined for what is no address. */
const siteOf = (url: string) =>
  URL.parse(url)
    ?.hostname.replace(/^www\./, '')
    .slice(0, maxNameLength) || undefined
