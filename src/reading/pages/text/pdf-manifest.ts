import { getBookWithFile } from '../../../catalog/books/files/book-with-file'
import { type FoundFile, locateFile } from '../../../catalog/books/files/locate'
import { getVisibleBook } from '../../../catalog/books/service'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { PdfOutline } from '../../../media/pdf/text/outline'
import type { Recipient } from '../../../platform/http/responses/content'
import type { TextContent } from '../../../platform/http/responses/etag'
import { getManifest, type ManifestLink } from '../epub/manifest'
import { buildPagedManifest, buildPageHref } from '../paged/paged-publication'
import { buildCacheName } from '../render-page'
import { getRenderQueue } from '../render-queue'

export async function getBookManifest(
  ctx: Context,
  viewer: Viewer,
  id: string,
  recipient: Recipient,
): Promise<TextContent> {
  const { format } = await getVisibleBook(ctx, viewer, id)
  return format === 'pdf'
    ? getPdfManifest(ctx, viewer, id, recipient)
    : getManifest(ctx, viewer, id, recipient.signal)
}

/** Builds the manifest of a PDF: its pages and its table of contents. */
async function getPdfManifest(
  ctx: Context,
  viewer: Viewer,
  id: string,
  recipient: Recipient,
): Promise<TextContent> {
  const book = await getBookWithFile(ctx, viewer, id)
  const { entries, hasText } = await readOutline(
    ctx,
    { book, file: await locateFile(ctx.db, book) },
    recipient,
  )
  const { metadata, ...manifest } = await buildPagedManifest(ctx, viewer, id)
  const complete = {
    ...manifest,
    metadata: { ...metadata, 'quire:hasText': hasText },
    toc: entries.map(buildTocLink),
  }
  return { type: 'application/divina+json', build: () => JSON.stringify(complete) }
}

const buildTocLink = ({ title, page, children }: PdfOutline['entries'][number]): ManifestLink => ({
  title,
  ...(page !== null && { href: buildPageHref(page) }),
  ...(children.length > 0 && { children: children.map(buildTocLink) }),
})

interface LocatedBook {
  book: { id: string }
  file: FoundFile
}

/** Returns an empty outline if the PDF cannot be opened, because its pages may still be cached. */
async function readOutline(
  ctx: Context,
  { book, file }: LocatedBook,
  recipient: Recipient,
): Promise<PdfOutline> {
  const name = `${buildCacheName(book, file)}-outline.json`
  try {
    const kept = await getRenderQueue(ctx).render(
      { name, task: 'pdfOutline', ask: { path: file.path } },
      recipient,
    )
    return (await kept.json()) as PdfOutline
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'not_found') return withoutOutline
    throw error
  }
}

const withoutOutline: PdfOutline = { entries: [], hasText: false }
