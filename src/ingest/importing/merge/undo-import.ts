/**
 * Removes the data that an import added, newest first. Keeps data that someone has changed since.
 * An interrupted undo continues when it is started again.
 */
import { eq } from 'drizzle-orm'
import { deleteBookCover } from '../../../artwork/covers/book-covers'
import { deleteSeriesCover } from '../../../artwork/covers/series-covers'
import { system } from '../../../accounts/permissions/model'
import { users } from '../../../accounts/users/schema'
import { deleteUser } from '../../../accounts/users/delete-user'
import { bookEntity } from '../../../catalog/books/metadata/book-fields'
import { removeImportedEntries } from '../../../catalog/item-lists/entries/imported-lists'
import { undoRun } from '../../../catalog/metadata/change-sets/history'
import { seriesEntity } from '../../../catalog/series/metadata/series-fields'
import { setSeriesLocks } from '../../../catalog/series/metadata/service'
import { hasWaitingLabels } from '../../../catalog/sharing-tags/hold-series'
import { deleteSharingTag, isTagUsed } from '../../../catalog/sharing-tags/service'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import {
  refreshAfterRemoval,
  removeImportedReading,
  removeUnusedDevices,
} from '../../../reading/progress/imported/store-imported-readings'
import { importMessages } from '../messages'
import type { importFacts } from '../schema'
import { type AddedByKind, type FactKind, revivePosition } from './facts'
import { handOverPerson } from './hand-over-person'
import { releaseSeries, removeImportedLabel } from './waiting-labels'
import { isPersonal, personalKinds, removePersonal } from './remove-personal'
import { listTables } from './steps/merge-lists'
import {
  deleteFacts,
  deleteWaitingOfImport,
  findImport,
  findUploadedCover,
  hasFactsOfUser,
  listFactsBefore,
  updateImport,
} from './queries'

type Fact = typeof importFacts.$inferSelect

export async function undoImport(ctx: Context, importId: string): Promise<{ kept: number }> {
  await ctx.write(async (tx) => {
    const found = await findImport(tx, importId)
    if (!found) throw notFound(importMessages.import_not_found())
    if (found.state === 'reading' || found.state === 'ready') {
      throw new Refusal('conflict', importMessages.nothing_to_undo())
    }
    if (found.state === 'undone') throw new Refusal('conflict', importMessages.not_undoable())
    await updateImport(tx, importId, { state: 'undoing' })
    await deleteWaitingOfImport(tx, importId)
  })
  const entities = { series: seriesEntity, book: bookEntity }
  const { kept } = await undoRun(ctx, entities, { runId: importId })
  const keptFacts = await removeAll(ctx, importId)
  await releaseSeries(ctx)
  const end = { state: 'undone' as const, finishedAt: ctx.clock.now() }
  await ctx.write((tx) => updateImport(tx, importId, end))
  return { kept: kept + keptFacts }
}

/** Returns the number of facts that are kept because someone uses the data. */
async function removeAll(ctx: Context, importId: string): Promise<number> {
  let kept = 0
  let before: string | undefined
  for (;;) {
    const facts = await listFactsBefore(ctx.db, importId, before)
    if (facts.length === 0) return kept
    before = facts.at(-1)!.id
    const isInTransaction = ({ kind }: Fact) => kindsTogether.has(kind)
    const together = facts.filter(isInTransaction)
    kept += await ctx.write((tx) => removeRows(tx, together))
    for (const fact of facts.filter((one) => !isInTransaction(one))) {
      const isGone = await removeOne(ctx, fact)
      if (!isGone) kept++
      await ctx.write(async (tx) => {
        if (!(await handOverPerson(tx, fact))) await deleteFacts(tx, [fact.id])
      })
    }
  }
}

/** Kinds of facts that are removed in one transaction. */
const kindsTogether: ReadonlySet<FactKind> = new Set(['reading', 'list', ...personalKinds])

async function removeRows(tx: Tx, facts: readonly Fact[]): Promise<number> {
  const seriesIds = new Set<string>()
  const devices: { userId: string; deviceId: string }[] = []
  const kept = await removePersonal(tx, facts.filter(isPersonal))
  for (const { kind, itemId, userId, added } of facts.filter((fact) => !isPersonal(fact))) {
    if (kind === 'list') {
      const { kind: listKind, addedAt, ...rest } = added as AddedByKind['list']
      const entries = { ...rest, addedAt: new Date(addedAt) }
      await removeImportedEntries(tx, listTables[listKind], itemId!, entries)
    } else if (userId !== null) {
      const { before, after, device, hadOwnReading, ...rows } = added as AddedByKind['reading']
      const seriesId = await removeImportedReading(tx, {
        userId,
        bookId: itemId!,
        hadOwnReading,
        added: rows,
        before: revivePosition(before),
        after: revivePosition(after),
      })
      devices.push({ userId, deviceId: device })
      if (seriesId !== undefined) seriesIds.add(seriesId)
    }
  }
  await removeUnusedDevices(tx, devices)
  await refreshAfterRemoval(tx, [...seriesIds])
  await deleteFacts(
    tx,
    facts.map(({ id }) => id),
  )
  return kept
}

type Remove = (ctx: Context, fact: Fact) => Promise<boolean>

const removals: Partial<Record<FactKind, Remove>> = {
  person: removePerson,
  tag: removeTag,
  tagging: async (ctx, { id: factId, itemId, added }) => {
    const { tagId } = added as AddedByKind['tagging']
    await removeImportedLabel(ctx, { seriesId: itemId!, tagId, factId })
    return true
  },
  cover: removeCover,
}

/** Returns false if the data that the fact added is kept. */
const removeOne: Remove = async (ctx, fact) => (await removals[fact.kind]?.(ctx, fact)) ?? true

/**
 * The import locked the cover of the series. If someone has chosen a cover since, the lock is kept.
 */
async function removeCover(ctx: Context, { itemId, added }: Fact): Promise<boolean> {
  const id = itemId!
  const { kind, sha256 } = added as AddedByKind['cover']
  const cover = await findUploadedCover(ctx.db, { kind, id, sha256 })
  if (!cover) return true
  return ignoreGone(async () => {
    if (kind === 'book') return deleteBookCover(ctx, system, id, cover.id)
    // Must come first, because an interrupted undo cannot find the cover again after its deletion.
    if (cover.isSelected) await setSeriesLocks(ctx, system, id, { wanted: { cover: false } })
    await deleteSeriesCover(ctx, system, id, cover.id)
  })
}

async function ignoreGone(remove: () => Promise<unknown>): Promise<boolean> {
  try {
    await remove()
  } catch (error) {
    if (!(error instanceof Refusal && error.reason === 'not_found')) throw error
  }
  return true
}

/** Keeps an account if someone has signed in to it, or if another import added data to it. */
async function removePerson(ctx: Context, { itemId, importId, added }: Fact): Promise<boolean> {
  if (!(added as AddedByKind['person']).isNew) return true
  const [user] = await ctx.db
    .select({ lastLoginAt: users.lastLoginAt })
    .from(users)
    .where(eq(users.id, itemId!))
  if (!user) return true
  if (user.lastLoginAt !== null || (await hasFactsOfUser(ctx.db, itemId!, importId))) return false
  return ignoreGone(() => deleteUser(ctx, system, itemId!))
}

/**
 * Keeps a sharing tag while it is used, or while labels of another import that assign it are
 * waiting for their books.
 */
async function removeTag(ctx: Context, { itemId }: Fact): Promise<boolean> {
  const id = itemId!
  if ((await isTagUsed(ctx.db, id)) || (await hasWaitingLabels(ctx.db, id))) return true
  return ignoreGone(() => deleteSharingTag(ctx, system, id))
}
