import { and, asc, count, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { pluginFailures, pluginLibraries, plugins } from './schema'

export type PluginRow = typeof plugins.$inferSelect
export type FailureRow = typeof pluginFailures.$inferSelect
type Reader = Pick<Db, 'select'>

export const listPluginRows = (db: Reader): Promise<PluginRow[]> =>
  db.select().from(plugins).orderBy(asc(plugins.name))

export const listEnabledRows = (db: Reader): Promise<PluginRow[]> =>
  db.select().from(plugins).where(eq(plugins.enabled, true)).orderBy(asc(plugins.name))

export async function findPluginRow(db: Reader, id: string): Promise<PluginRow | undefined> {
  const [row] = await db.select().from(plugins).where(eq(plugins.id, id))
  return row
}

export async function upsertPluginRow(tx: Tx, row: typeof plugins.$inferInsert) {
  const { id, createdAt, ...changes } = row
  const [stored] = await tx
    .insert(plugins)
    .values({ id, createdAt, ...changes })
    .onConflictDoUpdate({
      target: plugins.id,
      set: { ...changes, revision: sql`${plugins.revision} + 1` },
    })
    .returning()
  return stored!
}

type Change = Partial<Omit<PluginRow, 'id' | 'name' | 'revision'>>

/** Updates the row without restarting the running program. */
export const updatePluginRow = async (tx: Tx, id: string, change: Change) =>
  (await tx.update(plugins).set(change).where(eq(plugins.id, id)).returning())[0]

/** Updates the row and increments its revision, so that the program restarts. */
export const changePluginRow = async (tx: Tx, id: string, change: Change) =>
  (
    await tx
      .update(plugins)
      .set({ ...change, revision: sql`${plugins.revision} + 1` })
      .where(eq(plugins.id, id))
      .returning()
  )[0]

export const deletePluginRow = (tx: Tx, id: string) => tx.delete(plugins).where(eq(plugins.id, id))

/** Returns library IDs, keyed by plugin. */
export async function listLibrariesOfPlugins(
  db: Reader,
  pluginIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await db
    .select()
    .from(pluginLibraries)
    .where(inArray(pluginLibraries.pluginId, [...pluginIds]))
  const byPlugin = new Map<string, string[]>()
  for (const { pluginId, libraryId } of found) {
    byPlugin.set(pluginId, [...(byPlugin.get(pluginId) ?? []), libraryId])
  }
  return byPlugin
}

export async function replaceLibraries(tx: Tx, pluginId: string, libraryIds: readonly string[]) {
  await tx.delete(pluginLibraries).where(eq(pluginLibraries.pluginId, pluginId))
  if (libraryIds.length === 0) return
  await tx
    .insert(pluginLibraries)
    .values(libraryIds.map((libraryId) => ({ pluginId, libraryId })))
    .onConflictDoNothing()
}

/** Stores a failure, and deletes the plugin's failures from before `keptSince`. */
export async function insertFailure(
  tx: Tx,
  failure: typeof pluginFailures.$inferInsert,
  keptSince: Date,
) {
  await tx
    .delete(pluginFailures)
    .where(
      and(eq(pluginFailures.pluginId, failure.pluginId), lt(pluginFailures.createdAt, keptSince)),
    )
  await tx.insert(pluginFailures).values(failure)
}

export const deleteFailures = (tx: Tx, pluginId: string) =>
  tx.delete(pluginFailures).where(eq(pluginFailures.pluginId, pluginId))

const isOwnSince = (pluginId: string, since: Date) =>
  and(
    eq(pluginFailures.pluginId, pluginId),
    eq(pluginFailures.isOwn, true),
    gt(pluginFailures.createdAt, since),
  )

export const countOwnFailures = (db: Pick<Db, '$count'>, pluginId: string, since: Date) =>
  db.$count(pluginFailures, isOwnSince(pluginId, since))

/** Counts failures caused by the plugins themselves, keyed by plugin. */
export async function countRecentFailures(db: Reader, since: Date): Promise<Map<string, number>> {
  const counted = await db
    .select({ pluginId: pluginFailures.pluginId, count: count() })
    .from(pluginFailures)
    .where(and(eq(pluginFailures.isOwn, true), gt(pluginFailures.createdAt, since)))
    .groupBy(pluginFailures.pluginId)
  return new Map(counted.map((one) => [one.pluginId, one.count]))
}

export const listFailureRows = (
  db: Reader,
  pluginId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<FailureRow[]> =>
  db
    .select()
    .from(pluginFailures)
    .where(eq(pluginFailures.pluginId, pluginId))
    .orderBy(desc(pluginFailures.createdAt), desc(pluginFailures.id))
    .limit(limit)
    .offset(offset)

export const countFailures = (db: Pick<Db, '$count'>, pluginId: string) =>
  db.$count(pluginFailures, eq(pluginFailures.pluginId, pluginId))
