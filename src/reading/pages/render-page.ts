/**
 * Opens the image of a page, as it is in the file or in a different size or format. Images that had
 * to be unpacked, rendered or resized are kept in the page cache.
 */
import { convertFileError, type FoundFile, requireReadable } from '../../catalog/books/files/locate'
import type { StoredPage } from '../../catalog/books/schema'
import type { Context } from '../../context'
import type { PictureSource } from '../../media/decoding/tasks'
import type { PageForm } from '../../media/image/resize-image'
import type { Recipient } from '../../platform/http/responses/content'
import { formatFormName, getRenderWidth } from './image-sizes'
import { explainUnavailable } from './page-errors'
import { type ArchivedPage, getEntryCacheName } from './page-extraction'
import { listStoredPages } from './queries'
import { getRange, readBytes, validateRange } from './read-page-bytes'
import { getRenderQueue, type RenderJob } from './render-queue'

export interface LocatedPage {
  book: { n: number; id: string; format: string | null }
  /** Page number, starting at 1. */
  number: number
  page: StoredPage
  /** The book file or, in an image folder, the page file. */
  file: FoundFile
}

/** Opens a page in the given form, or the original image if `form` is missing. */
export async function renderPage(
  ctx: Context,
  located: LocatedPage,
  form: PageForm | undefined,
  recipient: Recipient,
): Promise<Blob> {
  try {
    return await (form
      ? resizePage(ctx, located, form, recipient)
      : openOriginal(ctx, located, recipient))
  } catch (error) {
    throw convertFileError(error)
  }
}

async function openOriginal(
  ctx: Context,
  located: LocatedPage,
  recipient: Recipient,
): Promise<Blob> {
  const { book, page, file } = located
  if (book.format === 'folder') return requireReadable(Bun.file(file.path))
  if (book.format === 'pdf') return drawPdfPage(ctx, located, recipient)
  const queue = getRenderQueue(ctx)
  const range = getRange(page)
  if (range) {
    validateRange(range, file.size)
    return readBytes(file.path, range, { inflating: queue.inflating, recipient })
  }
  return queue.extract(await getArchivedPage(ctx, located), recipient)
}

async function getArchivedPage(
  { db }: Context,
  { book, page: { entry }, file }: LocatedPage,
): Promise<ArchivedPage> {
  if (entry === undefined) throw await explainUnavailable(db, book.n)
  return { n: book.n, version: buildCacheName(book, file), path: file.path, entry }
}

/** Returns a name for use in cache file names. It is different for each version of the files. */
export function buildCacheName(
  { id }: { id: string },
  ...files: readonly Pick<FoundFile, 'size' | 'mtimeMs'>[]
): string {
  const versions = files.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`)
  return `${id}-${Bun.hash.xxHash3(versions.join(' ')).toString(36)}`
}

/**
 * If a PDF page consists only of an embedded JPEG, returns that image. Otherwise, renders the page.
 */
async function drawPdfPage(
  ctx: Context,
  located: LocatedPage,
  recipient: Recipient,
): Promise<Blob> {
  const { number, page } = located
  const found = await getRenderQueue(ctx).render(createPdfJob(located, number, page), recipient)
  prefetchPages(ctx, located).catch((error: unknown) =>
    ctx.log.debug({ err: error }, 'failed to prerender next pages'),
  )
  return found
}

const getPdfPageName = ({ book, file }: LocatedPage, number: number) =>
  `${buildCacheName(book, file)}-p${number}.jpeg`

const createPdfJob = (
  located: LocatedPage,
  number: number,
  page: StoredPage,
): RenderJob<'pdfPage'> => ({
  name: getPdfPageName(located, number),
  task: 'pdfPage',
  ask: { path: located.file.path, index: number - 1, width: getRenderWidth(page) },
})

const prefetchCount = [1, 2]

/**
 * Renders the next pages in advance if pages are requested in order, because they will soon be
 * requested and the decoder may have stopped by then.
 */
async function prefetchPages(ctx: Context, located: LocatedPage) {
  const { book, number } = located
  const queue = getRenderQueue(ctx)
  const isDrawn = (place: number) => queue.cache.has(getPdfPageName(located, place))
  if (number > 1 && !isDrawn(number - 1)) return
  const next = prefetchCount.map((ahead) => number + ahead).filter((place) => !isDrawn(place))
  if (next.length === 0) return
  const pages = await listStoredPages(ctx.db, book.n)
  for (const place of next) {
    const page = pages[place - 1]
    if (page) await queue.prefetch(createPdfJob(located, place, page))
  }
}

async function resizePage(
  ctx: Context,
  located: LocatedPage,
  form: PageForm,
  recipient: Recipient,
): Promise<Blob> {
  const { book, number, file } = located
  const { source, extracted } = await findImageSource(ctx, located)
  return getRenderQueue(ctx).render(
    {
      name: `${buildCacheName(book, file)}-p${number}-${formatFormName(form)}`,
      task: 'page',
      ask: { source, form },
      extracted,
    },
    recipient,
  )
}

interface ImageSource {
  source: PictureSource
  extracted?: ArchivedPage
}

/**
 * Returns the image source for the decoder. Pages in archives whose entries cannot be read
 * individually are extracted to the cache first.
 */
async function findImageSource(ctx: Context, located: LocatedPage): Promise<ImageSource> {
  const { book, page, number, file } = located
  if (book.format === 'folder') return { source: { from: 'file', path: file.path } }
  if (book.format === 'pdf') return { source: { from: 'pdf', path: file.path, index: number - 1 } }
  const range = getRange(page)
  if (range) {
    validateRange(range, file.size)
    return { source: { from: 'page', path: file.path, page } }
  }
  const extracted = await getArchivedPage(ctx, located)
  const path = getRenderQueue(ctx).cache.path(getEntryCacheName(extracted))
  return { source: { from: 'file', path }, extracted }
}
