/** Operations on the release ledger that users can request. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { type Paging, parseSort } from '../../../platform/http/pagination'
import { releaseMessages } from '../messages'
import type { Tx } from '../../../platform/db/store'
import { type ReleaseAction, type ReleaseFilter, releaseSortKeys, type ReleaseView } from '../model'
import type { ReleaseState } from '../rules/announcement-rules'
import {
  deleteGroups,
  findReleaseRow,
  insertSeen,
  type LedgerFilter,
  listFacetRows,
  listJoined,
  listReleaseRows,
  listUnseenIds,
  listVisibleReleases,
  setReleaseState,
} from './ledger-queries'
import { refreshLatestKnown } from './series-numbers'

const maxSeenAtOnce = 500

type ViewRow = NonNullable<Awaited<ReturnType<typeof findReleaseRow>>>

export async function listReleases(
  ctx: Context,
  viewer: Viewer,
  { filter, paging, sort }: { filter: LedgerFilter; paging: Paging; sort?: string | undefined },
) {
  const order = parseSort(sort, releaseSortKeys, { key: 'observed_at', direction: 'desc' })
  const found = await listReleaseRows(ctx.heavy, viewer, { filter, paging, sort: order })
  return { data: await buildViews(ctx, found.rows), total: found.total }
}

export async function listReleaseFacets(ctx: Context, viewer: Viewer, filter: ReleaseFilter) {
  const found = await listFacetRows(ctx.heavy, viewer, filter)
  return {
    ...found,
    languages: found.languages.flatMap(({ language, count }) =>
      language === null ? [] : [{ language, count }],
    ),
  }
}

async function buildViews(ctx: Context, rows: readonly ViewRow[]): Promise<ReleaseView[]> {
  const ids = rows.map(({ release }) => release.id)
  const joined = Map.groupBy(await listJoined(ctx.db, ids), ({ joinedTo }) => joinedTo!)
  return rows.map(({ release, seen, ...row }) => {
    const {
      isStateManual: _,
      joinedTo: __,
      listedAt: ___,
      announcedAt: ____,
      lastChapter: _____,
      lastVolume: ______,
      ...shown
    } = release
    return {
      ...shown,
      ...row,
      seen: Number(seen) === 1,
      mediaUrl: null,
      mediaUrlKind: null,
      alsoFrom: (joined.get(release.id) ?? []).map((one) => ({
        id: one.id,
        sourceId: one.sourceId,
        groupOrUploader: one.groupOrUploader,
        payloadUrl: one.payloadUrl,
      })),
    }
  })
}

async function getRelease(ctx: Context, viewer: Viewer, id: string): Promise<ReleaseView> {
  const row = await findReleaseRow(ctx.db, viewer, id)
  if (!row) throw notFound(releaseMessages.not_found())
  const [view] = await buildViews(ctx, [row])
  return view!
}

export async function updateRelease(
  ctx: Context,
  viewer: Viewer,
  id: string,
  state: ReleaseState | null | undefined,
): Promise<ReleaseView> {
  await getRelease(ctx, viewer, id)
  if (state != null) await changeStates(ctx, viewer, [id], state)
  return getRelease(ctx, viewer, id)
}

/**
 * Sets the state. If a user sets a release back to `announced`, the next scan may change its state,
 * unless a scan had marked it as acquired.
 */
const changeStates = (ctx: Context, viewer: Viewer, ids: readonly string[], state: ReleaseState) =>
  changeVisible(ctx, viewer, ids, async (tx, visible) => {
    const isOpen = (row: VisibleRelease) =>
      state === 'announced' && (row.isStateManual || row.state !== 'marked_acquired')
    const [open, decided] = [visible.filter(isOpen), visible.filter((row) => !isOpen(row))]
    await setReleaseState(tx, listIds(open), { state, isStateManual: false })
    await setReleaseState(tx, listIds(decided), { state, isStateManual: true })
  })

type VisibleRelease = Awaited<ReturnType<typeof listVisibleReleases>>[number]

const listIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

async function changeVisible(
  ctx: Context,
  viewer: Viewer,
  ids: readonly string[],
  change: (tx: Tx, visible: readonly VisibleRelease[]) => Promise<void>,
): Promise<number> {
  return ctx.write(async (tx) => {
    const visible = await listVisibleReleases(tx, viewer, ids)
    if (visible.length === 0) return 0
    await change(tx, visible)
    await refreshLatestKnown(ctx, tx, [...new Set(visible.map(({ seriesId }) => seriesId))])
    return visible.length
  })
}

const deleteVisible = (tx: Tx, visible: readonly VisibleRelease[]) =>
  deleteGroups(tx, listIds(visible))

export async function deleteRelease(ctx: Context, viewer: Viewer, id: string) {
  const count = await changeVisible(ctx, viewer, [id], deleteVisible)
  if (count === 0) throw notFound(releaseMessages.not_found())
  return { deleted: true }
}

const statesByAction: Partial<Record<ReleaseAction, ReleaseState>> = {
  dismiss: 'dismissed',
  'mark-acquired': 'marked_acquired',
  ignore: 'ignored',
  reset: 'announced',
}

export async function changeReleases(
  ctx: Context,
  viewer: Viewer,
  { ids, action }: { ids: readonly string[]; action: ReleaseAction },
) {
  const state = statesByAction[action]
  const affected = state
    ? await changeStates(ctx, viewer, ids, state)
    : await changeVisible(ctx, viewer, ids, deleteVisible)
  return { affected, action }
}

/** Marks the given releases as seen, or all announced ones if `ids` is undefined. */
export async function markReleasesSeen(
  ctx: Context,
  viewer: Viewer,
  ids: readonly string[] | undefined,
) {
  if (ids) {
    const visible = await listVisibleReleases(ctx.db, viewer, ids)
    const found = visible.map(({ id }) => id)
    return ctx.write((tx) => insertSeen(tx, viewer, found, ctx.clock.now()))
  }
  let afterId: string | undefined
  for (;;) {
    const unseen = await listUnseenIds(ctx.heavy, viewer, { afterId, limit: maxSeenAtOnce })
    if (unseen.length === 0) return
    afterId = unseen.at(-1)
    await ctx.write((tx) => insertSeen(tx, viewer, unseen, ctx.clock.now()))
  }
}
