/** Converts the server's manifest to the book object that the renderer expects. */
import type { PageSide } from '../../../pages/engine/model'
import { fetchDocument } from './documents'

interface ManifestLink {
  readonly href?: string
  readonly title?: string
  readonly type?: string
  readonly properties?: {
    readonly 'quire:linear'?: boolean
    readonly 'quire:positions'?: number
    readonly page?: PageSide
  }
  readonly children?: readonly ManifestLink[]
}

/** The members of the Readium Web Publication Manifest that a reader needs. */
export interface Manifest {
  readonly metadata: {
    readonly title: string
    readonly language?: string
    readonly readingProgression: 'ltr' | 'rtl' | 'auto'
    readonly presentation: { readonly layout: 'fixed' | 'reflowable' }
  }
  readonly readingOrder: readonly ManifestLink[]
  readonly toc: readonly ManifestLink[]
  readonly pageList?: readonly ManifestLink[]
}

export interface TocItem {
  readonly label: string
  readonly href?: string
  readonly subitems?: readonly TocItem[]
}

/**
 * Target of a navigation: a section, and the position as a fraction (0 to 1) or a function that
 * finds it.
 */
export interface Target {
  readonly index: number
  readonly anchor?: number | ((doc: Document) => Range | Element | number | null)
}

interface Section {
  /** The absolute URL. */
  readonly id: string
  /** In positions of about a thousand bytes. Only the proportions matter. */
  readonly size: number
  readonly linear: 'yes' | 'no'
  readonly pageSpread?: PageSide
  /** Resolves with the URL once the server can deliver it. */
  load(): Promise<string>
  createDocument(signal?: AbortSignal): Promise<Document>
  resolveHref(href: string): string
}

export interface FoliateBook {
  readonly dir: 'ltr' | 'rtl' | undefined
  readonly language: string | undefined
  readonly rendition: { readonly layout: 'pre-paginated' | 'reflowable' }
  readonly sections: readonly Section[]
  readonly toc: readonly TocItem[]
  readonly pageList: readonly TocItem[]
  splitTOCHref(href: string | undefined): readonly [string, string | null] | undefined
  getTOCFragment(doc: Document, fragment: string | null): Element | null
  resolveHref(href: string): Target | null
  isExternal(href: string): boolean
}

/** Waits until a resource is available, and returns the URL to display. */
type Find = (address: string) => Promise<string>

/** `address` is the absolute URL of the manifest, to which its links are relative. */
export function getBook(
  manifest: Manifest,
  address: string,
  find: Find = async (there) => there,
): FoliateBook {
  const sections = manifest.readingOrder.flatMap((link) => findSection(link, address, find))
  const places = new Map(sections.map(({ id }, index) => [id, index]))
  const inside = new URL('resources/', address).href
  const { readingProgression, language, presentation } = manifest.metadata
  return {
    dir: readingProgression === 'auto' ? undefined : readingProgression,
    language,
    rendition: { layout: presentation.layout === 'fixed' ? 'pre-paginated' : 'reflowable' },
    sections,
    toc: getToc(manifest.toc, address),
    pageList: getToc(manifest.pageList ?? [], address),
    splitTOCHref: (href) => (href === undefined ? undefined : split(href)),
    getTOCFragment: elementAt,
    resolveHref: (href) => {
      const [id, fragment] = split(href)
      const index = places.get(id)
      if (index === undefined) return null
      return { index, anchor: (doc) => elementAt(doc, fragment) ?? 0 }
    },
    isExternal: (href) => !href.startsWith(inside),
  }
}

function findSection({ href, properties }: ManifestLink, address: string, find: Find): Section[] {
  if (href === undefined) return []
  const id = new URL(href, address).href
  return [
    {
      id,
      size: properties?.['quire:positions'] ?? 1,
      linear: properties?.['quire:linear'] === false ? 'no' : 'yes',
      ...(properties?.page && { pageSpread: properties.page }),
      load: () => find(id),
      createDocument: (signal) => fetchDocument(id, signal),
      resolveHref: (relative) => resolved(relative, id),
    },
  ]
}

function getToc(links: readonly ManifestLink[], address: string): TocItem[] {
  return links.map(({ title, href, children }) => ({
    label: title ?? '',
    ...(href !== undefined && { href: new URL(href, address).href }),
    ...(children && { subitems: getToc(children, address) }),
  }))
}

/**
 * Links in books are often broken. An invalid URL stays unchanged, so it does not match any
 * section.
 */
function resolved(relative: string, base: string) {
  return URL.canParse(relative, base) ? new URL(relative, base).href : relative
}

function split(href: string): readonly [string, string | null] {
  const at = href.indexOf('#')
  return at < 0 ? [href, null] : [href.slice(0, at), href.slice(at + 1)]
}

function elementAt(doc: Document, fragment: string | null): Element | null {
  if (fragment === null || fragment === '') return null
  return doc.getElementById(fragment) ?? doc.getElementById(decodeImage(fragment))
}

function decodeImage(fragment: string) {
  try {
    return decodeURIComponent(fragment)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return fragment
  }
}
