/** Book pages as images: original, or in a different size or format. */
import { getVisibleBook } from '../../catalog/books/service'
import {
  convertFileError,
  type FoundFile,
  locateFile,
  requireReadable,
} from '../../catalog/books/files/locate'
import type { StoredPage } from '../../catalog/books/schema'
import type { Context } from '../../context'
import type { PictureSource } from '../../media/decoding/tasks'
import { notFound, Refusal } from '../../errors'
import type { BookFormat } from '../../media/contents/contents'
import { andThen, type NowOrLater } from '../../platform/lib/async/now-or-later'
import { answerSharedJson } from '../../platform/http/responses/shared-json'
import { matchesEtag, createStrongEtag } from '../../platform/http/responses/etag'
import { copyHeaders, prepareHeaders } from '../../platform/http/responses/prepared-headers'
import { createPrivateCacheHeaders } from '../../platform/http/responses/private-cache'
import type { PageForm } from '../../media/image/resize-image'
import type { Viewer } from '../../accounts/permissions/model'
import { getRange, readBytes, validateRange } from './read-page-bytes'
import {
  type FormQuery,
  getRenderWidth,
  getPageForm,
  formatFormName,
  imageType,
  thumbnailForm,
} from './image-sizes'
import type { PageView } from './model'
import { findVisiblePage, listStoredPages } from './queries'
import { explainUnavailable } from './page-errors'
import { getEntryCacheName, type ArchivedBook } from './page-extraction'
import { type RenderJob, type RenderQueue, getRenderQueue } from './render-queue'
import { bookMessages } from '../../catalog/books/messages'
import { pageMessages } from './messages'

type Book = NonNullable<Awaited<ReturnType<typeof findVisiblePage>>>['book']

interface PageContext {
  ctx: Context
  book: Book
  /** Starts at 1. */
  number: number
  page: StoredPage
  /** The book file, or the page file in an image folder. */
  file: FoundFile
  /** `request.signal` is created on first access, and therefore only if something is awaited. */
  request: Request
}

/** Shorter lists are built for each request. */
const longListPages = 2_000

export async function listPages(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<PageView[] | Response> {
  const book = await getVisibleBook(ctx, viewer, id)
  const build = async () => buildPageViews(ctx, book, await listStoredPages(ctx.db, book.n))
  if (book.pageCount <= longListPages) return build()
  return answerSharedJson(
    ctx,
    `${book.id} ${book.updatedAt.getTime()} ${book.analyzedAt?.getTime()}`,
    build,
  )
}

function buildPageViews(
  ctx: Context,
  book: Pick<Book, 'id' | 'format'>,
  pages: readonly StoredPage[],
): PageView[] {
  prepareDecoder(ctx, book.format, pages)
  return pages.map(({ name, mediaType, size, width, height, ...notes }, place) => ({
    id: Bun.randomUUIDv5(`page ${place + 1}`, book.id),
    bookId: book.id,
    pageNumber: place + 1,
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

interface PageRequest {
  number: number
  request: Request
}

/** Returns a page. Page numbers start at 1. */
export function getPage(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { number, query, request }: PageRequest & { query: FormQuery },
): NowOrLater<Response> {
  return answer(ctx, viewer, id, {
    number,
    request,
    chooseForm: (page) => getPageForm(page, query),
  })
}

export function getPageThumbnail(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { number, request }: PageRequest,
): NowOrLater<Response> {
  return answer(ctx, viewer, id, { number, request, chooseForm: () => thumbnailForm })
}

interface PageAnswer extends PageRequest {
  chooseForm(page: StoredPage): PageForm | undefined
}

const answer = (
  ctx: Context,
  viewer: Viewer,
  id: string,
  { number, request, chooseForm }: PageAnswer,
): NowOrLater<Response> =>
  andThen(findVisiblePage(ctx.db, viewer, id, number - 1), (found) => {
    if (!found) throw notFound(bookMessages.not_found())
    const { page, book } = found
    if (!page) throw notFound(pageMessages.not_found({ page: number }))
    return andThen(locatePage(ctx, book, page), (file) =>
      answerPage({ ctx, book, number, page, file, request }, chooseForm(page)),
    )
  })

function answerPage(context: PageContext, form: PageForm | undefined): NowOrLater<Response> {
  const { book, number, page, file, request } = context
  const etag = createStrongEtag(
    book.id,
    file.size,
    file.mtimeMs,
    number,
    form ? formatFormName(form) : 'original',
  )
  const headers = copyHeaders(pageHeaders, request)
  headers.set('etag', etag)
  headers.set('content-type', form ? `image/${form.format}` : imageType(page.mediaType))
  if (matchesEtag(request, etag)) return new Response(null, { status: 304, headers })
  return sendPage(context, form, headers)
}

const pageHeaders = prepareHeaders(createPrivateCacheHeaders('max-age=3600'))

async function sendPage(
  context: PageContext,
  form: PageForm | undefined,
  headers: Headers,
): Promise<Response> {
  try {
    return new Response(await (form ? resizePage(context, form) : getOriginal(context)), {
      headers,
    })
  } catch (error) {
    throw convertFileError(error)
  }
}

/**
 * Locates a page: a file in an image folder, or else in the book file, which must not have changed
 * since the last scan.
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

async function getOriginal(context: PageContext): Promise<Blob> {
  const { ctx, book, page, file, request } = context
  const queue = getRenderQueue(ctx)
  if (book.format === 'folder') return requireReadable(Bun.file(file.path))
  if (book.format === 'pdf') return renderPdfPage(queue, context)
  const range = getRange(page)
  if (range) {
    validateRange(range, file.size)
    return readBytes(file.path, range, { inflating: queue.inflating, request })
  }
  if (page.entry !== undefined) return extractPage(queue, context, page.entry)
  throw await explainUnavailable(context.ctx.db, context.book.n)
}

async function extractPage(queue: RenderQueue, context: PageContext, entry: number): Promise<Blob> {
  const packed = getArchivedBook(context)
  return queue.getOrCreate(getEntryCacheName(packed, entry), () =>
    queue.extractions.extract(packed, entry, context.request.signal),
  )
}

const getArchivedBook = ({ ctx, book, file }: PageContext): ArchivedBook => ({
  name: getVersion(book, file),
  path: file.path,
  listPages: () => listStoredPages(ctx.db, book.n),
})

/** Returns a name that differs for each version of the file, for use in cache names. */
const getVersion = (book: Book, { size, mtimeMs }: FoundFile) =>
  `${book.id}-${Bun.hash.xxHash3(`${size} ${mtimeMs}`).toString(36)}`

/**
 * If a PDF page consists only of an embedded JPEG, returns that image. Otherwise, renders the page.
 */
async function renderPdfPage(queue: RenderQueue, context: PageContext) {
  const { page, number, request } = context
  const found = await queue.getOrRender({
    ...createRenderJob(context, number, page),
    signal: request.signal,
  })
  prefetchPages(queue, context).catch((error: unknown) =>
    context.ctx.log.debug({ err: error }, 'failed to prerender next pages'),
  )
  return found
}

const getRenderName = ({ book, file }: PageContext, number: number) =>
  `${getVersion(book, file)}-p${number}.jpeg`

function createRenderJob(
  context: PageContext,
  number: number,
  page: StoredPage,
): Omit<RenderJob, 'signal'> {
  const ask = { path: context.file.path, index: number - 1, width: getRenderWidth(page) }
  return {
    name: getRenderName(context, number),
    make: (target, run) => run('pdfPage', { ...ask, target }),
  }
}

const prefetchCount = [1, 2]

/** Renders the next pages. Readers soon request them, and the decoder may have stopped by then. */
async function prefetchPages(queue: RenderQueue, context: PageContext) {
  const { ctx, book, number } = context
  const isDrawn = (place: number) => queue.cache.has(getRenderName(context, place))
  if (number > 1 && !isDrawn(number - 1)) return
  const next = prefetchCount.map((ahead) => number + ahead).filter((place) => !isDrawn(place))
  if (next.length === 0) return
  const pages = await listStoredPages(ctx.db, book.n)
  for (const place of next) {
    const page = pages[place - 1]
    if (page) await queue.prefetch(createRenderJob(context, place, page))
  }
}

async function resizePage(context: PageContext, form: PageForm): Promise<Blob> {
  const { ctx, book, number, file, request } = context
  const queue = getRenderQueue(ctx)
  return queue.getOrRender({
    name: `${getVersion(book, file)}-p${number}-${formatFormName(form)}`,
    signal: request.signal,
    make: async (target, run) =>
      run('page', { source: await getImageSource(queue, context), form, target }),
  })
}

/** Returns the image source for the decoder. Pages in archives are extracted to the cache first. */
async function getImageSource(queue: RenderQueue, context: PageContext): Promise<PictureSource> {
  const { book, page, number, file } = context
  if (book.format === 'folder') return { from: 'file', path: file.path }
  if (book.format === 'pdf') return { from: 'pdf', path: file.path, index: number - 1 }
  const range = getRange(page)
  if (range) {
    validateRange(range, file.size)
    return { from: 'page', path: file.path, page }
  }
  if (page.entry === undefined) throw await explainUnavailable(context.ctx.db, context.book.n)
  await extractPage(queue, context, page.entry)
  return {
    from: 'file',
    path: queue.cache.path(getEntryCacheName(getArchivedBook(context), page.entry)),
  }
}
