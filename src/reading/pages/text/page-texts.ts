/**
 * Text of pages, and search in that text. A decoder extracts the text, and the page cache stores
 * it.
 */
import { getBookWithFile } from '../../../catalog/books/files/book-with-file'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { decoder } from '../../../media/decoding/decoder'
import type { Tasks } from '../../../media/decoding/tasks'
import type { PageText } from '../../../media/page-text/placed-text'
import type { Content, Recipient } from '../../../platform/http/responses/content'
import { createStrongEtag } from '../../../platform/http/responses/etag'
import { pageMessages } from '../messages'
import { convertDecodeError, createDamagedError } from '../page-errors'
import { getRenderQueue } from '../render-queue'
import { findText, type FoundText, type TextBook } from './text-source'

/**
 * The text of this many pages is read at once, because opening the document takes longer than
 * reading a page.
 */
const blockPages = 8

export async function createPageTextContent(
  ctx: Context,
  { book, number }: { book: TextBook; number: number },
): Promise<Content> {
  const found = await findText(ctx, book)
  return {
    type: 'application/json',
    etag: createStrongEtag(found?.version ?? book.id, number, 'text'),
    // A text file next to the book can appear, change or disappear while the book stays the same.
    caching: book.format === 'pdf' ? 'hour' : 'revalidate',
    open: async (recipient) =>
      JSON.stringify(found ? await readPageText(ctx, found, { number, recipient }) : withoutText),
  }
}

const withoutText: PageText = { lines: [], links: [] }

async function readPageText(
  ctx: Context,
  { getSource, version }: FoundText,
  { number, recipient }: { number: number; recipient: Recipient },
): Promise<PageText> {
  const first = Math.floor((number - 1) / blockPages) * blockPages
  const kept = await getRenderQueue(ctx).render(
    {
      name: `${version}-p${first + 1}-text.json`,
      task: 'pageTexts',
      ask: async () => ({ source: await getSource(), range: { first, count: blockPages } }),
    },
    recipient,
  )
  const pages = (await kept.json()) as (PageText | null)[]
  const found = pages[number - 1 - first]
  if (!found) throw createDamagedError()
  return found
}

/** Searches a book. The first search reads the text of the whole book. */
export async function searchBook(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { query, recipient }: { query: string; recipient: Recipient },
): Promise<Tasks['searchBookText']['answer']> {
  const found = await findText(ctx, await getBookWithFile(ctx, viewer, id))
  if (!found) throw new Refusal('not_found', pageMessages.no_text_to_search())
  const queue = getRenderQueue(ctx)
  const name = `${found.version}-text.json`
  const ask = async () => ({ source: await found.getSource() })
  await queue.render({ name, task: 'bookText', ask }, recipient)
  try {
    const asked = { path: queue.cache.path(name), query }
    return await decoder(ctx.config.thumbnails).run('searchBookText', asked, { first: true })
  } catch (error) {
    throw convertDecodeError(error)
  }
}
