/**
 * Highlights and notes in the text of books, private to each user, and their export as Markdown.
 */
import type { Viewer } from '../../accounts/permissions/model'
import { getVisibleBook } from '../../catalog/books/service'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import { invalidBody } from '../../platform/http/validation'
import { type Found, type Paging, parsePaging } from '../../platform/http/pagination'
import { valueMessages } from '../../platform/messages/common'
import { resolveTextLocator } from '../pages/paged/locator-kinds'
import { highlightMessages } from './messages'
import {
  type AllHighlightsQuery,
  type HighlightCreation,
  type HighlightPatch,
  type HighlightView,
  highlightsUpdated,
  maxInBook,
} from './model'
import {
  countHighlightsInBook,
  deleteHighlight,
  findHighlight,
  type HighlightRow,
  insertHighlight,
  listAllHighlights,
  listHighlightsOfBook,
  storeHighlightChanges,
} from './queries'

const maxLocatorBytes = 16 * 1024

export async function listBookHighlights(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  paging: Paging,
): Promise<Found<HighlightView>> {
  await getVisibleBook(ctx, viewer, bookId)
  return buildViews(await listHighlightsOfBook(ctx.db, viewer, bookId, paging))
}

export async function listOwnHighlights(
  ctx: Context,
  viewer: Viewer,
  query: AllHighlightsQuery,
): Promise<Found<HighlightView>> {
  const search = query.search?.trim() || undefined
  return buildViews(
    await listAllHighlights(ctx.heavy, viewer, { search, paging: parsePaging(query) }),
  )
}

export async function addHighlight(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { locator, color, note }: HighlightCreation,
): Promise<HighlightView> {
  await getVisibleBook(ctx, viewer, bookId)
  const { passage, fraction } = validateLocator(locator)
  const href = await resolveTextLocator(ctx, viewer, bookId, locator)
  const { userId } = viewer
  const now = ctx.clock.now()
  const id = await ctx.writeForUser(userId, async (tx) => {
    if ((await countHighlightsInBook(tx, userId, bookId)) >= maxInBook) {
      throw new Refusal('conflict', highlightMessages.too_many({ max: maxInBook }))
    }
    return insertHighlight(tx, {
      userId,
      bookId,
      locator: { ...locator, href },
      passage,
      fraction,
      color: color ?? 'yellow',
      note: note?.trim() || null,
      createdAt: now,
      updatedAt: now,
    })
  })
  publishUpdate(ctx, viewer, bookId)
  return getHighlight(ctx, viewer, bookId, id)
}

interface HighlightPlace {
  bookId: string
  id: string
}

export async function updateHighlight(
  ctx: Context,
  viewer: Viewer,
  { bookId, id }: HighlightPlace,
  { color, note }: HighlightPatch,
): Promise<HighlightView> {
  await getHighlight(ctx, viewer, bookId, id)
  const changes = {
    ...(color && { color }),
    ...(note !== undefined && { note: note?.trim() || null }),
  }
  if (Object.keys(changes).length > 0) {
    await ctx.writeForUser(viewer.userId, (tx) =>
      storeHighlightChanges(tx, id, { ...changes, updatedAt: ctx.clock.now() }),
    )
    publishUpdate(ctx, viewer, bookId)
  }
  return getHighlight(ctx, viewer, bookId, id)
}

export async function removeHighlight(
  ctx: Context,
  viewer: Viewer,
  { bookId, id }: HighlightPlace,
) {
  await getHighlight(ctx, viewer, bookId, id)
  await ctx.writeForUser(viewer.userId, (tx) => deleteHighlight(tx, id))
  publishUpdate(ctx, viewer, bookId)
}

/** Formats all highlights in a book as Markdown, by chapter, with the notes below the quotes. */
export async function buildMarkdown(ctx: Context, viewer: Viewer, bookId: string) {
  const { title } = await getVisibleBook(ctx, viewer, bookId)
  const everything = { pageSize: maxInBook, offset: 0 }
  const { data } = await listHighlightsOfBook(ctx.db, viewer, bookId, everything)
  const lines = [`# ${escapeMarkdown(title)}`, '']
  let chapter: unknown
  for (const { passage, note, locator } of data) {
    if (locator['title'] && locator['title'] !== chapter) {
      chapter = locator['title']
      lines.push(`## ${escapeMarkdown(String(chapter))}`, '')
    }
    lines.push(...passage.split('\n').map((line) => `> ${escapeMarkdown(line)}`), '')
    if (note) lines.push(...note.split('\n').map(escapeMarkdown), '')
  }
  return { title, text: lines.join('\n') }
}

/** Escapes text from books and users, which must not become markup or links. */
const escapeMarkdown = (text: string) =>
  text.replaceAll(/[\\`*_{}[\]<>#|~!&]/g, '\\$&').replace(/^(\s*)([-+]|\d+[.)])(?=\s)/, '$1\\$2')

async function getHighlight(ctx: Context, viewer: Viewer, bookId: string, id: string) {
  const found = await findHighlight(ctx.db, viewer, bookId, id)
  if (!found) throw notFound(highlightMessages.not_found())
  return buildView(found)
}

function validateLocator(locator: HighlightCreation['locator']) {
  if (Buffer.byteLength(JSON.stringify(locator)) > maxLocatorBytes) {
    throw invalidBody('locator', valueMessages.max_bytes({ max: maxLocatorBytes }))
  }
  const { text } = locator as { text?: { highlight?: unknown } | null }
  const passage = typeof text?.highlight === 'string' ? text.highlight.trim() : ''
  if (passage === '' || passage.includes('\0')) {
    throw invalidBody('locator.text.highlight', highlightMessages.no_passage())
  }
  const fraction = locator.locations.totalProgression ?? null
  if (fraction === null) {
    throw invalidBody('locator.locations.totalProgression', valueMessages.missing())
  }
  return { passage, fraction }
}

/** Notifies the user's other open pages and devices. */
const publishUpdate = (ctx: Context, { userId }: Viewer, bookId: string) =>
  ctx.bus.publish(highlightsUpdated, { userId, bookId })

const buildViews = ({ data, total }: Found<HighlightRow>) => ({ data: data.map(buildView), total })

const buildView = ({ locator, ...row }: HighlightRow): HighlightView => ({
  ...row,
  locator: locator as HighlightView['locator'],
})
