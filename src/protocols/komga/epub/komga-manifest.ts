/**
 * Converts Quire's Readium manifests to Komga's format: all lists are present, contributors are
 * plain names, and URLs are absolute.
 */
import type { Manifest, ManifestLink } from '../../../reading/pages/epub/manifest'
import type { buildPagedManifest } from '../../../reading/pages/paged/paged-publication'
import { toKomgaUrl } from './komga-hrefs'

type PagedManifest = Awaited<ReturnType<typeof buildPagedManifest>>

/** Converts a manifest. `bookUrl` is the URL below which the parts of the book are located. */
export function toKomgaManifest(manifest: Manifest, bookUrl: string) {
  const toLinks = (links: readonly ManifestLink[] = []) =>
    links.map((link) => toLink(link, bookUrl))
  return {
    context: manifest['@context'],
    '@context': manifest['@context'],
    metadata: toMetadata(manifest.metadata),
    links: toLinks(manifest.links),
    images: [],
    readingOrder: toLinks(manifest.readingOrder),
    resources: toLinks(manifest.resources),
    toc: toLinks(manifest.toc),
    landmarks: [],
    pageList: toLinks(manifest.pageList),
  }
}

/** Converts the manifest of a comic or PDF. Pages have the dimensions of their images. */
export function toKomgaPagedManifest(manifest: PagedManifest, bookUrl: string) {
  const { metadata, readingOrder, ...rest } = manifest
  const series = metadata.belongsTo.series.map(({ name }) => ({ name, links: [] }))
  const whole = {
    ...rest,
    metadata: {
      ...metadata,
      author: [],
      translator: [],
      illustrator: [],
      presentation: { layout: 'fixed' },
      belongsTo: { collection: [], series },
    },
    readingOrder,
    resources: [],
    toc: [],
    pageList: [],
  }
  return toKomgaManifest(whole as unknown as Manifest, bookUrl)
}

type Link = Omit<ManifestLink, 'properties' | 'children'> & {
  properties: object
  children?: Link[]
}

function toLink({ href, properties, children, ...link }: ManifestLink, bookUrl: string): Link {
  return {
    ...link,
    ...(href !== undefined && { href: toKomgaUrl(bookUrl, href) }),
    properties: toProperties(properties),
    ...(children && { children: children.map((child) => toLink(child, bookUrl)) }),
  }
}

/** Keeps only objects, because Komga's clients do not accept other values. */
const toProperties = (properties: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => typeof value === 'object'))

const noNames: string[] = []

function toMetadata({ '@type': type, presentation, ...metadata }: Manifest['metadata']) {
  const { author, translator, illustrator, publisher, ...plain } = metadata
  return {
    ...plain,
    type,
    '@type': type,
    rendition: presentation,
    author: toNames(author),
    translator: toNames(translator),
    illustrator: toNames(illustrator),
    publisher: publisher === undefined ? noNames : [publisher],
    artist: noNames,
    colorist: noNames,
    contributor: noNames,
    editor: noNames,
    inker: noNames,
    letterer: noNames,
    penciler: noNames,
    subject: noNames,
  }
}

const toNames = (contributors: readonly { name: string }[]) => contributors.map(({ name }) => name)
