/**
 * Keeps labels of series whose books are not on this server. Until a book arrives, it is unknown
 * which series a label belongs to, so series with new books are held back from people with denied
 * tags.
 */
import { and, eq, exists, gt, not, or, sql } from 'drizzle-orm'
import { system } from '../../../accounts/permissions/model'
import { heldTagId } from '../../../accounts/permissions/restriction-rules'
import { books } from '../../../catalog/books/schema'
import { series } from '../../../catalog/series/schema'
import {
  hasPurgedTags,
  hasWaitingLabels,
  holdSeries,
  isHolding,
  startHolding,
  stopHoldingSeries,
} from '../../../catalog/sharing-tags/hold-series'
import { sharingSetTags } from '../../../catalog/sharing-tags/schema'
import { changeSharingTags, removeTagFrom } from '../../../catalog/sharing-tags/series-tags'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { keepsSeriesHeld } from '../../scanning/hashing/unidentified-books'
import { joinWaitingFactsJob } from '../model'
import type { ForeignBook, OpenSource } from '../neutral-form'
import { buildOrigin } from './facts'
import { type ImportRun, runStep, sliceIterable } from './import-run'
import {
  findKnownOrigins,
  insertFacts,
  insertWaiting,
  isTaggedByImport,
  type WaitingRow,
} from './queries'
import { toWaitingBook } from './waiting-facts'

const rowsAtOnce = 200
const seriesAtOnce = 100

type LabelRun = Omit<ImportRun, 'people'>

export interface WaitingLabel {
  /** ID of the series in the other program. */
  seriesId: string
  tagId: string
  book: ForeignBook
}

/** Stores labels, which a later scan adds. */
export async function keepLabelsWaiting(run: LabelRun, labels: Iterable<WaitingLabel>) {
  let isFirst = true
  for (const slice of sliceIterable(labels, rowsAtOnce)) {
    await runStep(run, async (_, tx) => {
      if (!tx) return
      if (isFirst) await holdArrived(run, tx)
      await insertWaiting(tx, slice.map(toRow.bind(null, run)))
    })
    isFirst = false
  }
}

const toRow = ({ source, importId, now }: LabelRun, { seriesId, tagId, book }: WaitingLabel) => ({
  importId: importId!,
  userId: null,
  tagId,
  // Contains the import ID, because undoing one import must not remove a label that another import
  // is waiting to add.
  origin: buildOrigin(source, 'label', seriesId, book.foreignId, tagId, importId),
  foreignBookId: book.foreignId,
  book: toWaitingBook(book),
  value: { kind: 'label' as const, seriesId },
  place: 0,
  createdAt: now,
})

/**
 * Starts to hold back series, including those whose books arrived after the books on this server
 * were listed.
 */
async function holdArrived({ ctx, matched }: LabelRun, tx: Tx) {
  await startHolding(tx)
  const arrived = await tx
    .selectDistinct({ seriesId: books.seriesId })
    .from(books)
    .where(gt(books.n, matched.lastNumber))
  await holdSeries(
    tx,
    arrived.map(({ seriesId }) => seriesId),
  )
  const options = { key: joinWaitingFactsJob.kind, again: true }
  if (arrived.length > 0) await ctx.queue.enqueue(tx, joinWaitingFactsJob, {}, options)
}

export interface SeriesLabel {
  importId: string
  source: Pick<OpenSource, 'kind' | 'instance'>
  /** ID of the series in the other program. */
  foreignId: string
  seriesId: string
  tagId: string
}

/**
 * Adds a sharing tag to a series, even if the series is in the trash. The change and its fact are
 * written together. A tag that another import has added also gets a fact, and is kept until both
 * imports are undone.
 */
export async function addLabel(ctx: Context, tx: Tx, label: SeriesLabel) {
  const { importId, source, foreignId, seriesId, tagId } = label
  // Contains the import ID, because the same label can be added again after another import was
  // undone.
  const origin = buildOrigin(source, 'tagging', foreignId, tagId, importId, seriesId)
  // Does not add the tag again, because someone may have removed it since.
  if ((await findKnownOrigins(tx, [origin])).size > 0) return
  const change = (present: readonly string[]) => [...present, tagId]
  const isAdded = await changeSharingTags(ctx, tx, system, { seriesId, change })
  if (!isAdded && !(await isTaggedByImport(tx, seriesId, tagId))) return
  const fact = { importId, origin, kind: 'tagging' as const, userId: null, itemId: seriesId }
  await insertFacts(tx, [{ ...fact, added: { tagId } }])
}

/** Removes a sharing tag that an undone import has added, unless another import also added it. */
export async function removeImportedLabel(
  ctx: Context,
  { seriesId, tagId, factId }: { seriesId: string; tagId: string; factId: string },
) {
  const change = (present: readonly string[]) => present.filter((id) => id !== tagId)
  await ctx.write(async (tx) => {
    if (await isTaggedByImport(tx, seriesId, tagId, factId)) return
    await changeSharingTags(ctx, tx, system, { seriesId, change })
  })
}

/**
 * Adds a waiting label to a series. Returns false if the series already has the maximum number of
 * tags. The series then stays held back.
 */
export async function joinLabel(
  ctx: Context,
  tx: Tx,
  { row, source, seriesId }: { row: WaitingRow; seriesId: string } & Pick<SeriesLabel, 'source'>,
): Promise<boolean> {
  const { value, importId, tagId } = row
  if (value.kind !== 'label' || tagId === null) return true
  const { seriesId: foreignId } = value
  try {
    await addLabel(ctx, tx, { importId, source, foreignId, seriesId, tagId })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const noneCompared = { lastNumber: 0, except: new Set<string>() }

/**
 * Shows series that can no longer receive a waiting tag. Their books, up to `lastNumber`, were
 * compared with the books of waiting labels, and none of them can be a purged book.
 */
export async function releaseSeries(
  ctx: Context,
  { lastNumber, except }: { lastNumber: number; except: ReadonlySet<string> } = noneCompared,
) {
  if (!(await isHolding(ctx.db)) || (await stopHolding(ctx))) return
  let after = ''
  for (;;) {
    const ids = await ctx.write(async (tx) => {
      const slice = await listHeld(tx, lastNumber, after)
      const known = slice.filter((id) => !except.has(id))
      await removeTagFrom(ctx, tx, known, heldTagId)
      return slice
    })
    if (ids.length === 0) return
    after = ids.at(-1)!
  }
}

async function listHeld(tx: Tx, lastNumber: number, after: string): Promise<string[]> {
  const obstacles = [
    ...((await hasWaitingLabels(tx)) ? [gt(books.n, lastNumber)] : []),
    ...((await hasPurgedTags(tx)) ? [keepsSeriesHeld] : []),
  ]
  const uncompared = tx
    .select({ n: books.n })
    .from(books)
    .where(and(eq(books.seriesId, series.id), or(...obstacles)))
  const rows = await tx
    .select({ id: series.id })
    .from(sharingSetTags)
    .innerJoin(series, eq(series.sharingSet, sharingSetTags.setId))
    .where(
      and(
        eq(sharingSetTags.tagId, heldTagId),
        after === '' ? undefined : gt(series.id, after),
        sql`${series.sharingSet} <> 0`,
        obstacles.length === 0 ? undefined : not(exists(uncompared)),
      ),
    )
    .orderBy(series.id)
    .limit(seriesAtOnce)
  return rows.map(({ id }) => id)
}

/** Returns true and shows all series if no label and no purged tag is waiting anymore. */
const stopHolding = (ctx: Context): Promise<boolean> =>
  ctx.write(async (tx) => {
    if ((await hasWaitingLabels(tx)) || (await hasPurgedTags(tx))) return false
    if (await isHolding(tx)) await stopHoldingSeries(ctx, tx)
    return true
  })

/** Creates a context with which services run within the transaction. */
export const withinTransaction = (ctx: Context, tx: Tx): Context => ({
  ...ctx,
  db: tx,
  heavy: tx,
  replica: tx,
  write: (work) => work(tx),
})
