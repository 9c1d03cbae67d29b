/** Books whose positions are pages (comics and PDFs) as Readium publications. */
import type { Viewer } from '../../../accounts/permissions/model'
import { getBookView, getVisibleBook } from '../../../catalog/books/service'
import type { StoredPage } from '../../../catalog/books/schema'
import type { Context } from '../../../context'
import type { TextContent } from '../../../platform/http/responses/etag'
import type { Locator, Progression } from '../../progress/progression'
import { progressionLink } from '../epub/manifest'
import { findVisiblePage, listStoredPages } from '../queries'

export async function getPagedManifest(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<TextContent> {
  const manifest = await buildPagedManifest(ctx, viewer, id)
  return { type: 'application/divina+json', build: () => JSON.stringify(manifest) }
}

/** Builds the Divina manifest. Its links are relative to its own URL. */
export async function buildPagedManifest(ctx: Context, viewer: Viewer, id: string) {
  const { n } = await getVisibleBook(ctx, viewer, id)
  const book = await getBookView(ctx, viewer, id)
  const pages = await listStoredPages(ctx.db, n)
  const direction = book.readingDirection
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      '@type': 'http://schema.org/ComicIssue',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      identifier: `urn:uuid:${id}`,
      title: book.title,
      numberOfPages: pages.length,
      ...(direction !== null && { readingProgression: progressions[direction] ?? 'auto' }),
      belongsTo: { series: [{ name: book.seriesName }] },
    },
    links: [
      { rel: 'self', href: 'manifest', type: 'application/divina+json' },
      { rel: 'http://readium.org/position-list', href: 'positions', type: positionsType },
      progressionLink,
    ],
    readingOrder: pages.map((page, index) => ({
      href: buildPageHref(index + 1),
      type: page.mediaType,
      ...(page.width !== null && { width: page.width }),
      ...(page.height !== null && { height: page.height }),
    })),
  }
}

const progressions: Record<string, string> = { ltr: 'ltr', rtl: 'rtl', ttb: 'ttb', webtoon: 'ttb' }

const positionsType = 'application/vnd.readium.position-list+json'

export async function getPagedPositions(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<TextContent> {
  const positions = await buildPagedPositions(ctx, viewer, id)
  return {
    type: positionsType,
    build: () => JSON.stringify({ total: positions.length, positions }),
  }
}

/** Builds one position per page. */
export async function buildPagedPositions(ctx: Context, viewer: Viewer, id: string) {
  const { n } = await getVisibleBook(ctx, viewer, id)
  const pages = await listStoredPages(ctx.db, n)
  return pages.map((page, index) =>
    createLocator(page, { page: index + 1, pageCount: pages.length }),
  )
}

/** Builds a locator for a page. Returns undefined if the book has no such page. */
export async function buildPageLocator(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { page, pageCount }: Pick<Progression, 'page' | 'pageCount'>,
): Promise<Locator | undefined> {
  const found = await findVisiblePage(ctx.db, viewer, id, page - 1)
  return found?.page && createLocator(found.page, { page, pageCount })
}

const createLocator = (
  { mediaType }: StoredPage,
  { page, pageCount }: { page: number; pageCount: number },
) => ({
  href: buildPageHref(page),
  type: mediaType,
  locations: { position: page, progression: 0, totalProgression: (page - 1) / pageCount },
})

export const buildPageHref = (page: number) => `pages/${page}`

/**
 * Returns the page that a locator refers to. Its `href` may be the one in the manifest or an
 * absolute URL.
 */
export function findPage({ href, locations }: Locator): number | undefined {
  const [, number] = /(?:^|\/)pages\/([1-9]\d{0,6})(?:[?#].*)?$/.exec(href) ?? []
  if (number === undefined) return undefined
  return typeof locations.position === 'number' ? locations.position : Number(number)
}
