/** Text, outline and search of PDFs. A decoder reads them, and the page cache keeps them. */
import { type FoundFile, locateFile } from '../../../catalog/books/files/locate'
import { getVisibleBook } from '../../../catalog/books/service'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { decoder } from '../../../media/decoding/decoder'
import type { Tasks } from '../../../media/decoding/tasks'
import type { PdfOutline } from '../../../media/pdf/text/outline'
import type { PageText } from '../../../media/pdf/text/page-text'
import type { Content, Recipient } from '../../../platform/http/responses/content'
import { createStrongEtag, type TextContent } from '../../../platform/http/responses/etag'
import { getManifest, type ManifestLink } from '../epub/manifest'
import { pageMessages } from '../messages'
import { convertDecodeError, createDamagedError } from '../page-errors'
import { buildPagedManifest, buildPageHref } from '../paged/paged-publication'
import { getVersion, type LocatedPage } from '../render-page'
import { getRenderQueue } from '../render-queue'

/** Pages whose text is read together, because opening the document takes longer than a page. */
const blockPages = 8

/** Only PDFs have text besides their pictures. */
export function createPageTextContent(ctx: Context, located: LocatedPage): Content {
  const { book, number, file } = located
  return {
    type: 'application/json',
    etag: createStrongEtag(book.id, file.size, file.mtimeMs, number, 'text'),
    caching: 'hour',
    open: async (recipient) =>
      JSON.stringify(
        book.format === 'pdf' ? await readPageText(ctx, located, recipient) : withoutText,
      ),
  }
}

const withoutText: PageText = { lines: [], links: [] }

async function readPageText(
  ctx: Context,
  { book, number, file }: LocatedPage,
  recipient: Recipient,
): Promise<PageText> {
  const first = Math.floor((number - 1) / blockPages) * blockPages
  const kept = await getRenderQueue(ctx).render(
    {
      name: `${getVersion(book, file)}-p${first + 1}-text.json`,
      task: 'pdfText',
      ask: { path: file.path, first, count: blockPages },
    },
    recipient,
  )
  const pages = (await kept.json()) as (PageText | null)[]
  const found = pages[number - 1 - first]
  if (!found) throw createDamagedError()
  return found
}

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

/** The manifest of a PDF: that of its pages, with its table of contents. */
async function getPdfManifest(
  ctx: Context,
  viewer: Viewer,
  id: string,
  recipient: Recipient,
): Promise<TextContent> {
  const book = await getVisibleBook(ctx, viewer, id)
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

/** A PDF that cannot be opened has no contents, but it may have pages that are kept. */
async function readOutline(
  ctx: Context,
  { book, file }: LocatedBook,
  recipient: Recipient,
): Promise<PdfOutline> {
  const name = `${getVersion(book, file)}-outline.json`
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

/** The text of the whole book is read by the first search. */
export async function searchBook(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { query, recipient }: { query: string; recipient: Recipient },
): Promise<Tasks['searchBookText']['answer']> {
  const book = await getVisibleBook(ctx, viewer, id)
  if (book.format !== 'pdf') throw new Refusal('not_found', pageMessages.no_text_to_search())
  const file = await locateFile(ctx.db, book)
  const queue = getRenderQueue(ctx)
  const name = `${getVersion(book, file)}-text.json`
  await queue.render({ name, task: 'pdfBookText', ask: { path: file.path } }, recipient)
  try {
    const ask = { path: queue.cache.path(name), query }
    return await decoder(ctx.config.thumbnails).run('searchBookText', ask, { first: true })
  } catch (error) {
    throw convertDecodeError(error)
  }
}
