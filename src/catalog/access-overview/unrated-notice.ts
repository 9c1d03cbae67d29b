/**
 * Notifies administrators once about users whose age limits still show series without an age
 * rating. These limits were set before such series were hidden by default.
 */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { readInstallation, storeInstallation } from '../../platform/db/installation'
import type { Db } from '../../platform/db/store'
import { listLimitedAccounts } from './queries'
import { asViewer, countSeriesSeen } from './service'

/** Key of the notice. The value is an empty object if there was nothing to report. */
const installationKey = 'unrated_shown'

interface Notice {
  id: string
  foundAt: number
}

/**
 * Called at each start, but checks only at the first one, because later limits were set knowingly.
 */
export async function recordUnratedNotice(ctx: Pick<Context, 'db' | 'write' | 'clock'>) {
  if ((await readInstallation(ctx.db, installationKey)) !== undefined) return
  await ctx.write(async (tx) => {
    const isNeeded = (await listViewersOfUnrated(tx)).length > 0
    const notice: Notice = { id: Bun.randomUUIDv7(), foundAt: ctx.clock.now().getTime() }
    await storeInstallation(tx, installationKey, JSON.stringify(isNeeded ? notice : {}))
  })
}

interface UnratedShown {
  id: string
  foundAt: Date
  /** Users with an age limit who see series without an age rating. */
  userCount: number
  /** The largest number of such series that any of these users sees. */
  seriesCount: number
}

/** Returns undefined if there was never anything to report, or nothing is left. */
export async function findUnratedNotice(
  ctx: Pick<Context, 'db' | 'heavy'>,
  viewer: Viewer,
): Promise<UnratedShown | undefined> {
  const stored = await readInstallation(ctx.db, installationKey)
  const { id, foundAt } = JSON.parse(stored ?? '{}') as Partial<Notice>
  if (id === undefined || foundAt === undefined) return undefined
  const viewers = await listViewersOfUnrated(ctx.db)
  const counts = await countSeriesSeen(ctx.heavy, viewer, viewers)
  const shown = counts.map((one) => one.visibleUnratedCount).filter((count) => count > 0)
  if (shown.length === 0) return undefined
  const seriesCount = Math.max(...shown)
  return { id, foundAt: new Date(foundAt), userCount: shown.length, seriesCount }
}

const listViewersOfUnrated = async (db: Db): Promise<Viewer[]> =>
  (await listLimitedAccounts(db))
    .map((account) => asViewer(account))
    .filter(({ restrictions }) => restrictions?.ageLimit != null && !restrictions.hidesUnrated)
