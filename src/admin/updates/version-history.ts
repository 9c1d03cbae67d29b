/** Records when each version of Quire first ran, to find the changes that are new to a user. */
import type { Context } from '../../context'
import { readInstallation, storeInstallation } from '../../platform/db/installation'
import type { Db } from '../../platform/db/store'
import { release } from '../../version'

const installationKey = 'version_history'
const mostEntries = 50

interface RanSince {
  version: string
  /** ISO 8601. */
  at: string
}

/** Call this when the server starts. */
export async function recordRunningVersion(
  ctx: Pick<Context, 'db' | 'write' | 'clock'>,
  version: string = release,
) {
  if ((await readHistory(ctx.db)).at(-1)?.version === version) return
  await ctx.write(async (tx) => {
    const history = await readHistory(tx)
    if (history.at(-1)?.version === version) return
    const added: RanSince = { version, at: ctx.clock.now().toISOString() }
    const kept = [...history, added].slice(-mostEntries)
    await storeInstallation(tx, installationKey, JSON.stringify(kept))
  })
}

/**
 * Finds the version that was running at a given time. For times before the first known version,
 * returns that version. Returns undefined if no version is known.
 */
export async function findVersionAt(db: Db, time: Date): Promise<string | undefined> {
  const history = await readHistory(db)
  const earlier = history.filter(({ at }) => Date.parse(at) <= time.getTime())
  return (earlier.at(-1) ?? history[0])?.version
}

async function readHistory(db: Db): Promise<RanSince[]> {
  const stored = await readInstallation(db, installationKey)
  return stored === undefined ? [] : (JSON.parse(stored) as RanSince[])
}
