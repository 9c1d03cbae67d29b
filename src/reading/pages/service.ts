/**
 * Book pages as images, either original or in a different size or format, and the text of pages.
 */
import { getVisibleBook } from '../../catalog/books/service'
import { type FoundFile, locateFile } from '../../catalog/books/files/locate'
import type { StoredPage } from '../../catalog/books/schema'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { BookFormat } from '../../media/contents/contents'
import { andThen, type NowOrLater } from '../../platform/lib/async/now-or-later'
import type { Content, Recipient } from '../../platform/http/responses/content'
import { getSharedJson } from '../../platform/http/responses/shared-json'
import { createStrongEtag } from '../../platform/http/responses/etag'
import type { PageForm } from '../../media/image/resize-image'
import type { Viewer } from '../../accounts/permissions/model'
import {
  type FormQuery,
  getPageForm,
  formatFormName,
  imageType,
  thumbnailForm,
} from './image-sizes'
import type { PageView } from './model'
import { findVisiblePage, listStoredPages } from './queries'
import { type LocatedPage, renderPage } from './render-page'
import { getRenderQueue } from './render-queue'
import { createPageTextContent } from './text/page-texts'
import { bookMessages } from '../../catalog/books/messages'
import { pageMessages } from './messages'

type Book = NonNullable<Awaited<ReturnType<typeof findVisiblePage>>>['book']

/** Lists with fewer pages are not cached. */
const longListPages = 2_000

/** Returns the pages of a book. A long list is returned as JSON text, which all requests share. */
export async function getPageList(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<PageView[] | string> {
  const book = await getVisibleBook(ctx, viewer, id)
  const build = async () => buildPageViews(ctx, book, await listStoredPages(ctx.db, book.n))
  if (book.pageCount <= longListPages) return build()
  return getSharedJson(
    ctx,
    `${book.id} ${book.updatedAt.getTime()} ${book.analyzedAt?.getTime()}`,
    build,
  )
}

export async function listPages(ctx: Context, viewer: Viewer, id: string): Promise<PageView[]> {
  const list = await getPageList(ctx, viewer, id)
  return typeof list === 'string' ? (JSON.parse(list) as PageView[]) : list
}

function buildPageViews(
  ctx: Context,
  book: Pick<Book, 'id' | 'format'>,
  pages: readonly StoredPage[],
): PageView[] {
  prepareDecoder(ctx, book.format, pages)
  return pages.map(({ name, mediaType, size, width, height, ...notes }, index) => ({
    id: Bun.randomUUIDv5(`page ${index + 1}`, book.id),
    bookId: book.id,
    pageNumber: index + 1,
    fileName: name,
    fileFormat: mediaType.replace(/^image\//, ''),
    fileSize: size,
    width,
    height,
    types: notes.types ?? [],
    isDoublePage: notes.doublePage ?? false,
    bookmark: notes.bookmark ?? null,
    side: notes.side ?? null,
  }))
}

/** Starts a decoder, because a request for the list is usually followed by one for a page. */
function prepareDecoder(ctx: Context, format: string | null, pages: readonly StoredPage[]) {
  const isDecoded = format === 'pdf' || pages.some(({ entry }) => entry !== undefined)
  if (isDecoded) getRenderQueue(ctx).prepareDecoder(format as BookFormat, ctx.log)
}

interface PageContent extends Content {
  open(recipient: Recipient): Promise<Blob>
}

/** Returns a page. Page numbers start at 1. */
export const getPage = (
  ctx: Context,
  viewer: Viewer,
  id: string,
  { number, query }: { number: number; query: FormQuery },
): NowOrLater<PageContent> =>
  andThen(getLocatedPage(ctx, viewer, id, number), (located) =>
    createContent(
      ctx,
      located,
      getPageForm(located.page, query, { isDrawn: located.book.format === 'pdf' }),
    ),
  )

export const getPageThumbnail = (
  ctx: Context,
  viewer: Viewer,
  id: string,
  number: number,
): NowOrLater<PageContent> =>
  andThen(getLocatedPage(ctx, viewer, id, number), (located) =>
    createContent(ctx, located, thumbnailForm),
  )

/** Returns the text and links of a page. */
export const getPageText = (
  ctx: Context,
  viewer: Viewer,
  id: string,
  number: number,
): NowOrLater<Content> =>
  andThen(getLocatedPage(ctx, viewer, id, number), (located) => createPageTextContent(ctx, located))

/** This width is sufficient for any screen on which a cover is shown. */
const copyWidth = '1600'

/** Returns a page as an image, so that a copy can be stored. Throws if the viewer cannot see it. */
export async function copyPage(ctx: Context, viewer: Viewer, bookId: string, number: number) {
  const query = { width: copyWidth, format: 'jpeg' } as const
  return (await getPage(ctx, viewer, bookId, { number, query })).open(new AbortController())
}

const getLocatedPage = (
  ctx: Context,
  viewer: Viewer,
  id: string,
  number: number,
): NowOrLater<LocatedPage & { book: Book }> =>
  andThen(findVisiblePage(ctx.db, viewer, id, number - 1), (found) => {
    if (!found) throw notFound(bookMessages.not_found())
    const { page, book } = found
    if (!page) throw notFound(pageMessages.not_found({ page: number }))
    return andThen(locatePage(ctx, book, page), (file) => ({ book, number, page, file }))
  })

function createContent(
  ctx: Context,
  located: LocatedPage,
  form: PageForm | undefined,
): PageContent {
  const { book, number, page, file } = located
  return {
    type: form ? `image/${form.format}` : imageType(page.mediaType),
    etag: createStrongEtag(
      book.id,
      file.size,
      file.mtimeMs,
      number,
      form ? formatFormName(form) : 'original',
    ),
    caching: 'hour',
    open: (recipient) => renderPage(ctx, located, form, recipient),
  }
}

/**
 * Locates the file that contains a page: its own file in an image folder, or else the book file,
 * which must not have changed since the last scan.
 */
function locatePage({ db }: Context, book: Book, { name }: StoredPage): NowOrLater<FoundFile> {
  const { relativePath, format } = book
  if (format === 'folder') {
    return locateFile(db, { ...book, relativePath: `${relativePath}/${name}` })
  }
  return andThen(locateFile(db, book), (file) => {
    if (file.size === book.size && Math.abs(file.mtimeMs - book.modifiedAtMs) < 1) return file
    throw new Refusal('conflict', pageMessages.file_changed())
  })
}
