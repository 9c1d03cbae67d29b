/** Readium Web Publication Manifest for an EPUB. */
import type { Context } from '../../../context'
import type { Publication } from '../../../media/epub/publication'
import type { TocEntry } from '../../../media/contents/contents'
import type { FileAuthor } from '../../../media/contents/file-metadata'
import { createStrongEtag, type TextContent } from '../../../platform/http/responses/etag'
import type { Viewer } from '../../../accounts/permissions/model'
import { type OpenPublication, openPublication } from './publications'
import { buildResourceHref } from './resource-href'

export interface ManifestLink {
  href?: string
  type?: string
  title?: string
  rel?: string
  properties?: Record<string, unknown>
  children?: ManifestLink[]
}

/** Relation defined by Cantook, which the Readium apps also use. */
export const progressionLink = {
  rel: 'http://www.cantook.com/api/progression',
  href: 'progression',
  type: 'application/vnd.readium.progression+json',
}

export async function getManifest(
  ctx: Context,
  viewer: Viewer,
  id: string,
  signal: AbortSignal,
): Promise<TextContent> {
  const opened = await openPublication(ctx, viewer, id, signal)
  const words = [opened.book.title, opened.book.updatedAt.getTime()]
  return createJsonContent(opened, {
    mediaType: 'application/webpub+json',
    parts: ['manifest', ...words],
    make: () => buildManifest(opened),
  })
}

interface JsonContent {
  mediaType: string
  /** Values that the content depends on, apart from the file. */
  parts: (string | number)[]
  make(): unknown
}

export const createJsonContent = (
  { book, file }: OpenPublication,
  { mediaType, parts, make }: JsonContent,
): TextContent => ({
  type: mediaType,
  etag: createStrongEtag(book.id, file.size, file.mtimeMs, ...parts),
  build: () => JSON.stringify(make()),
})

export type Manifest = ReturnType<typeof buildManifest>

/** Builds the manifest. Its links are relative to its own URL. */
export function buildManifest({ book, publication }: OpenPublication) {
  const { metadata, spine, toc, pageList, resources, cover } = publication
  const byRole = (role: string) => contributors(metadata.authors, role)
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      '@type': 'http://schema.org/Book',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
      identifier: `urn:uuid:${book.id}`,
      title: book.title,
      ...(metadata.subtitle && { subtitle: metadata.subtitle }),
      ...(metadata.languageIso && { language: metadata.languageIso }),
      ...(metadata.publisher && { publisher: metadata.publisher }),
      ...(metadata.summary && { description: metadata.summary }),
      author: byRole('author'),
      translator: byRole('translator'),
      illustrator: byRole('illustrator'),
      readingProgression: publication.direction ?? 'auto',
      presentation: { layout: publication.fixedLayout ? 'fixed' : 'reflowable' },
      numberOfPages: spine.reduce((sum, { positions }) => sum + positions, 0),
    },
    links: [
      { rel: 'self', href: 'manifest', type: 'application/webpub+json' },
      {
        rel: 'http://readium.org/position-list',
        href: 'positions',
        type: 'application/vnd.readium.position-list+json',
      },
      progressionLink,
    ],
    readingOrder: spine.map((part) => ({
      ...buildLink(publication, part.href),
      type: part.mediaType,
      properties: {
        'quire:positions': part.positions,
        ...(!part.linear && { 'quire:linear': false }),
        ...(part.side && { page: part.side }),
      },
    })),
    resources: resources.map((href) => ({
      ...buildLink(publication, href),
      ...(href === cover && { rel: 'cover' }),
    })),
    toc: toc.map(buildTocLink),
    ...(pageList.length > 0 && { pageList: pageList.map(buildTocLink) }),
  }
}

const contributors = (authors: readonly FileAuthor[], role: string) =>
  authors
    .filter((author) => author.role === role)
    .map(({ name, sortName }) => ({ name, ...(sortName && { sortAs: sortName }) }))

function buildLink({ files }: Publication, path: string): ManifestLink {
  const type = files.get(path)?.mediaType
  return { href: buildResourceHref(path), ...(type && { type }) }
}

/** A heading without a target has no URL. */
const buildTocLink = ({ title, href, children }: TocEntry): ManifestLink => ({
  title,
  ...(href && { href: buildResourceHref(href) }),
  ...(children.length > 0 && { children: children.map(buildTocLink) }),
})
