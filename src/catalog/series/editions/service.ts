/**
 * Links series that are editions of one work. All editions of a work are linked with each other.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { invalid, notFound, Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { seriesUpdated } from '../model'
import { getIdentity } from '../service'
import { editionMessages } from './messages'
import {
  type EditionKind,
  editionKinds,
  type EditionView,
  maxEditions,
  type NewEdition,
} from './model'
import {
  countEditions,
  deleteEditions,
  type EditionRow,
  findEditions,
  insertEdition,
  listSeriesOfWork,
  listVisibleEditions,
  uniteWorks,
  updateEdition,
} from './queries'

/** Lists the editions that the viewer can see. */
export async function listEditions(
  db: Db,
  viewer: Viewer,
  seriesId: string,
): Promise<EditionView[]> {
  await getIdentity(db, viewer, seriesId)
  const own = (await findEditions(db, [seriesId])).get(seriesId)
  if (!own) return []
  const rows = await listVisibleEditions(db, viewer, own)
  return rows.map((row) => ({ ...row, kind: getStronger(own.kind, row.kind) }))
}

const getStronger = (one: EditionKind, other: EditionKind) =>
  editionKinds[Math.max(editionKinds.indexOf(one), editionKinds.indexOf(other))]!

/** Links two series by merging their works. Linking them again changes the kind. */
export async function addEdition(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { seriesId: otherId, kind }: NewEdition,
): Promise<EditionView[]> {
  if (seriesId === otherId) throw invalid(editionMessages.same_series())
  await ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    await getIdentity(tx, viewer, otherId)
    const workId = await linkSeries(tx, { seriesId, otherId, kind })
    await publishEditions(ctx, tx, workId)
  })
  return listEditions(ctx.db, viewer, seriesId)
}

async function linkSeries(
  tx: Tx,
  { seriesId, otherId, kind }: { seriesId: string; otherId: string; kind: EditionKind },
): Promise<string> {
  const known = await findEditions(tx, [seriesId, otherId])
  const [own, other] = [known.get(seriesId), known.get(otherId)]
  const workId = own?.workId ?? other?.workId ?? Bun.randomUUIDv7()
  await requireFew(tx, [...known.values()])
  // The first series of a work gets the weakest kind, so that the kinds of the others take effect.
  const ownKind = other ? kind : editionKinds[0]
  if (!own) await insertEdition(tx, { seriesId, workId, kind: ownKind })
  if (!other) await insertEdition(tx, { seriesId: otherId, workId, kind })
  if (!own || !other) return workId
  if (own.workId !== other.workId) await uniteWorks(tx, { from: other.workId, to: workId })
  await updateEdition(tx, { seriesId: otherId, kind })
  return workId
}

async function requireFew(tx: Tx, known: readonly { workId: string }[]) {
  const works = new Set(known.map(({ workId }) => workId))
  const added = 2 - known.length
  if ((await countEditions(tx, [...works])) + added <= maxEditions) return
  throw new Refusal('conflict', editionMessages.too_many({ max: maxEditions }))
}

/** Removes a series from the work. If only one series remains, the work is deleted. */
export async function removeEdition(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  removedId: string,
) {
  await ctx.write(async (tx) => {
    await getIdentity(tx, viewer, seriesId)
    await getIdentity(tx, viewer, removedId)
    const known = await findEditions(tx, [seriesId, removedId])
    const workId = known.get(seriesId)?.workId
    if (workId === undefined || known.get(removedId)?.workId !== workId) {
      throw notFound(editionMessages.not_found())
    }
    await publishEditions(ctx, tx, workId)
    await deleteEditions(tx, [removedId])
    const rest = await listSeriesOfWork(tx, workId)
    if (rest.length === 1) await deleteEditions(tx, [rest[0]!.id])
  })
}

/**
 * Adds the series `toId` to the work of `fromId`, unless it already has a work or the work is full.
 * Returns the ID of the work that it joined.
 */
export async function inheritEditions(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
): Promise<string | undefined> {
  const from = (await findEditions(tx, [fromId])).get(fromId)
  if (!from || !(await joinWork(tx, toId, from))) return undefined
  return from.workId
}

/** The place of a series in a work. */
export type EditionPlace = Pick<EditionRow, 'seriesId' | 'workId' | 'kind'>

export const listEditionPlaces = async (
  db: Db,
  seriesIds: readonly string[],
): Promise<EditionPlace[]> => [...(await findEditions(db, seriesIds)).values()]

/**
 * Adds a series to a work, unless it already has one or the work is full. Returns whether it joined
 * the work.
 */
export async function joinWork(
  tx: Tx,
  seriesId: string,
  { workId, kind }: Pick<EditionPlace, 'workId' | 'kind'>,
): Promise<boolean> {
  const hasWork = (await findEditions(tx, [seriesId])).has(seriesId)
  if (hasWork || (await countEditions(tx, [workId])) >= maxEditions) return false
  await insertEdition(tx, { seriesId, workId, kind })
  return true
}

/**
 * Removes a series from the work that it inherited. Returns false if the series is no longer part
 * of that work.
 */
export async function removeInheritedEdition(
  tx: Tx,
  { seriesId, workId }: { seriesId: string; workId: string },
) {
  const row = (await findEditions(tx, [seriesId])).get(seriesId)
  if (row?.workId !== workId) return false
  await deleteEditions(tx, [seriesId])
  return true
}

async function publishEditions(ctx: Context, tx: Tx, workId: string) {
  const members = await listSeriesOfWork(tx, workId)
  tx.afterCommit(() => {
    for (const { id, libraryId } of members)
      ctx.bus.publish(seriesUpdated, { libraryId, seriesId: id })
  })
}
