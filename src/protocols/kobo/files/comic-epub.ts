/**
 * Converts comics and PDFs to fixed-layout EPUBs of their pages, for devices that cannot read other
 * formats.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import { listBookFacts } from '../../../catalog/books/metadata/service'
import type { BookView } from '../../../catalog/books/model'
import { getBookView, getVisibleBook } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Content } from '../../../platform/http/responses/content'
import { createStrongEtag } from '../../../platform/http/responses/etag'
import type { PageView } from '../../../reading/pages/model'
import { getPage, listPages } from '../../../reading/pages/service'
import { koboMessages } from '../messages'
import {
  buildComicPage,
  buildNavigation,
  buildPackage,
  buildPagePath,
  buildPicturePath,
  type ComicBook,
  container,
  containerPath,
  navigationPath,
  packagePath,
} from './comic-documents'
import { type EpubEntry, getConvertedEpub } from './converted-files'
import { findScreen, type Screen } from './kobo-screens'

/** Page numbers in paths have four digits. */
const maxPages = 9_999

export async function getComicEpub(
  ctx: Context,
  viewer: Viewer,
  id: string,
  request: Request,
): Promise<Content> {
  const { size, modifiedAtMs } = await getVisibleBook(ctx, viewer, id)
  const view = await getBookView(ctx, viewer, id)
  const screen = findScreen(request)
  const comic = await describeComic(ctx, viewer, view, screen)
  if (comic.pages.length === 0) throw notFound(koboMessages.no_pages())
  const render = (number: number, signal: AbortSignal) =>
    renderForScreen(ctx, viewer, { id, number, screen, signal })
  // Rejects an unreadable file before the response starts.
  if (request.method !== 'HEAD') await render(1, request.signal)
  return getConvertedEpub(ctx, {
    bookId: id,
    form: `comic-${screen.width}x${screen.height}`,
    name: `${view.title}.epub`,
    etag: createStrongEtag(
      id,
      'comic',
      screen.width,
      screen.height,
      size,
      modifiedAtMs,
      view.updatedAt.getTime(),
    ),
    lastModified: new Date(modifiedAtMs),
    expectedBytes: size,
    isSlow: true,
    listEntries: (signal) => listEntries(comic, (number) => render(number, signal)),
  })
}

async function describeComic(
  ctx: Context,
  viewer: Viewer,
  view: BookView,
  screen: Screen,
): Promise<ComicBook> {
  const { id, title, seriesName, readingDirection, updatedAt } = view
  const pages = await listPages(ctx, viewer, id)
  const facts = await listBookFacts(ctx, viewer, [id])
  return {
    id,
    title,
    seriesName,
    language: facts.get(id)?.language ?? 'en',
    isRightToLeft: readingDirection === 'rtl',
    modified: updatedAt,
    pages: pages.slice(0, maxPages).map((page) => fitToScreen(page, screen)),
  }
}

/**
 * Computes the dimensions of the image to be sent. If those of the page are unknown, returns those
 * of the screen.
 */
function fitToScreen({ width, height }: PageView, screen: Screen) {
  if (!width || !height) return screen
  const scale = Math.min(1, screen.width / width, screen.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

async function* listEntries(
  comic: ComicBook,
  render: (number: number) => Promise<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<EpubEntry> {
  yield { name: containerPath, input: container }
  yield { name: packagePath, input: buildPackage(comic) }
  yield { name: navigationPath, input: buildNavigation(comic) }
  for (let number = 1; number <= comic.pages.length; number++) {
    yield { name: buildPagePath(number), input: buildComicPage(comic, number) }
    yield { name: buildPicturePath(number), input: await renderOrBlank(render, number) }
  }
}

/** Replaces damaged pages with blank ones, so that they do not affect the others. */
async function renderOrBlank(
  render: (number: number) => Promise<Uint8Array<ArrayBuffer>>,
  number: number,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await render(number)
  } catch (error) {
    if (error instanceof Refusal && error.reason !== 'unavailable') return blankPicture
    throw error
  }
}

interface PageOrder {
  id: string
  number: number
  screen: Screen
  signal: AbortSignal
}

async function renderForScreen(
  ctx: Context,
  viewer: Viewer,
  { id, number, screen, signal }: PageOrder,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = screen
  const size = { width: String(width), height: String(height) }
  const query = { ...size, fit: 'inside', format: 'jpeg' } as const
  const page = await getPage(ctx, viewer, id, { number, query })
  return (await page.open({ signal })).bytes()
}

/** A white 1 × 1 pixel JPEG. */
const blankPicture = new Uint8Array(
  Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
    'base64',
  ),
)
