/** The chosen cover of a series, as stored in its row. Images belong to the artwork module. */
import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { series, seriesMetadata } from './schema'

export interface CoverChoice {
  /** `first_book`, `custom`, `book:<uuid>`, `plugin:<name>` or `file:<name>`. */
  source?: string
  hasCustomCover?: boolean
  /** A user chose the cover, so plugins must not change it. */
  lock?: boolean
}

export async function saveCoverChoice(
  tx: Tx,
  seriesId: string,
  { source, hasCustomCover, lock }: CoverChoice,
  now: Date,
) {
  await tx
    .update(series)
    .set({
      ...(source !== undefined && { selectedCoverSource: source }),
      ...(hasCustomCover !== undefined && { hasCustomCover }),
      updatedAt: now,
    })
    .where(eq(series.id, seriesId))
  if (lock) await lockCover(tx, seriesId)
}

async function lockCover(tx: Tx, seriesId: string) {
  const row = await findCoverLock(tx, seriesId)
  if (!row || row.locks.includes('cover')) return
  const locks = [...row.locks, 'cover' as const]
  await tx.update(seriesMetadata).set({ locks }).where(eq(seriesMetadata.n, row.n))
}

export async function isSeriesCoverLocked(db: Db, seriesId: string) {
  return (await findCoverLock(db, seriesId))?.locks.includes('cover') ?? false
}

async function findCoverLock(db: Db, seriesId: string) {
  const ofSeries = sql`${seriesMetadata.n} = (select ${series.n} from ${series} where ${series.id} = ${seriesId})`
  const [row] = await db
    .select({ n: seriesMetadata.n, locks: seriesMetadata.locks })
    .from(seriesMetadata)
    .where(ofSeries)
  return row
}
