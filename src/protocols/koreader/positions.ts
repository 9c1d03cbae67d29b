/** Transfers positions between KOReader and the reading log. */
import { type BookOfDocument, findBookByDocument } from '../../catalog/books/koreader-documents'
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import {
  keepDeviceName,
  findProgression,
  type Progression,
} from '../../reading/progress/progression'
import {
  hasWaitingPosition,
  joinWaitingPosition,
  keepWaitingPosition,
  toPlace,
} from '../../reading/progress/clients/waiting-positions'
import { recordReadingInTransaction } from '../../reading/progress/service'
import { findPartNumber } from '../../reading/pages/epub/epub-progression'
import type { GivenPosition, SentPosition } from './model'
import { findSentPosition, upsertPosition } from './queries'

/** Maximum number of documents per user for which positions are stored. */
const maxPositions = 10_000

/** Saves a position. Returns the server time, in seconds since 1970. */
export async function savePosition(
  ctx: Context,
  viewer: Viewer,
  sent: SentPosition,
): Promise<number> {
  const { userId } = viewer
  const received = { ...sent, receivedAt: ctx.clock.now() }
  await ctx.writeForUser(userId, async (tx) => {
    // Looks up the book within the transaction, because a scan may just have added it.
    const book = await findBookByDocument(tx, viewer, sent.document)
    const isNewest = await (book
      ? recordPosition(ctx, tx, viewer, { book, sent: received })
      : keepForLater(tx, userId, received))
    if (isNewest) await upsertPosition(tx, { ...received, userId }, maxPositions)
  })
  const deviceId = getSender(sent)
  if (deviceId) await keepDeviceName(ctx, { userId, deviceId, name: sent.device || deviceId })
  return toSeconds(received.receivedAt)
}

/**
 * Records a position, which only moves forward. Returns false if the user is at a different
 * position afterwards.
 */
async function recordPosition(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { book, sent }: { book: BookOfDocument; sent: StoredPosition },
): Promise<boolean> {
  await joinWaitingPosition(ctx, tx, viewer, { book, document: sent.document })
  const progress = await recordReadingInTransaction(ctx, tx, viewer, {
    bookId: book.id,
    kind: 'position',
    origin: 'sync',
    ...toPlace({ page: readPage(sent, book), fraction: sent.percentage }),
    device: getSender(sent),
    happenedAt: sent.receivedAt,
  })
  if (!progress) return false
  const { currentPage: page, progressPercentage } = progress
  return isSamePlace(sent, book, { page, fraction: progressPercentage ?? 0 })
}

async function keepForLater(tx: Tx, userId: string, sent: StoredPosition): Promise<boolean> {
  await keepWaitingPosition(tx, {
    userId,
    document: sent.document,
    page: readPage(sent) ?? null,
    fraction: sent.percentage,
    device: getSender(sent) ?? null,
    happenedAt: sent.receivedAt,
  })
  return true
}

const getSender = ({ device, deviceId }: SentPosition) => deviceId || device || undefined

/** Returns the page number, which KOReader sends for books that consist of pages. */
function readPage({ progress }: SentPosition, book?: BookOfDocument) {
  const isPage = /^\d{1,6}$/.test(progress) && book?.format !== 'epub'
  const page = isPage ? Number(progress) : 0
  const isInBook = page > 0 && (!book || page <= book.pageCount)
  return isInBook ? page : undefined
}

/**
 * Returns the user's position in a document. Returns undefined if there is none, if it was deleted,
 * or if the file cannot be opened at the moment.
 */
export async function findNewestPosition(
  ctx: Context,
  viewer: Viewer,
  { document, signal }: { document: string; signal: AbortSignal },
): Promise<GivenPosition | undefined> {
  const sent = await findSentPosition(ctx.db, viewer.userId, document)
  const book = await findBookByDocument(ctx.db, viewer, document)
  if (!book) return sent && toGivenPosition(sent)
  // A position may be waiting, for example one sent while the book was hidden or in the trash.
  if (await hasWaitingPosition(ctx.db, viewer.userId, document))
    await ctx.writeForUser(viewer.userId, (tx) =>
      joinWaitingPosition(ctx, tx, viewer, { book, document }),
    )
  const found = await findProgression(ctx, viewer, book.id)
  if (!found) return undefined
  if (sent && isStillThere(sent, book, found)) return toGivenPosition(sent)
  const progress = await formatProgress(ctx, viewer, { book, found, signal })
  if (progress === undefined) return undefined
  return {
    document,
    progress,
    percentage: found.fraction,
    device: found.device?.name ?? 'Quire',
    device_id: found.device?.id ?? 'quire',
    timestamp: toSeconds(found.modified),
  }
}

type StoredPosition = SentPosition & { receivedAt: Date }

const toGivenPosition = ({
  document,
  progress,
  percentage,
  device,
  deviceId,
  receivedAt,
}: StoredPosition): GivenPosition => ({
  document,
  progress,
  percentage,
  device,
  device_id: deviceId ?? undefined,
  timestamp: toSeconds(receivedAt),
})

/**
 * Returns whether the sent position is still the current one. If so, it is more precise than a
 * converted one.
 */
function isStillThere(sent: StoredPosition, book: BookOfDocument, found: Progression) {
  if (sent.receivedAt.getTime() === found.modified.getTime()) return true
  return sent.receivedAt > found.modified && isSamePlace(sent, book, found)
}

function isSamePlace(
  sent: SentPosition,
  book: BookOfDocument,
  { page, fraction }: { page: number; fraction: number },
): boolean {
  const sentPage = readPage(sent, book)
  return sentPage === undefined ? Math.abs(sent.percentage - fraction) < 1e-6 : sentPage === page
}

/**
 * Formats the progress as KOReader sends it: a page number, or a path in the text to the start of
 * the current part. Returns undefined if the file cannot be opened at the moment.
 */
async function formatProgress(
  ctx: Context,
  viewer: Viewer,
  { book, found, signal }: { book: BookOfDocument; found: Progression; signal: AbortSignal },
): Promise<string | undefined> {
  if (book.format !== 'epub') return String(Math.max(1, found.page))
  const part = await findPartNumber(ctx, viewer, book.id, signal)
  return part === undefined ? undefined : `/body/DocFragment[${part}].0`
}

const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000)
