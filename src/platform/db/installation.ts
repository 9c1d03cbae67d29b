/** Facts about the installation, stored in the database. */
import { and, eq } from 'drizzle-orm'
import { installation } from './schema'
import type { Db, Store, Tx } from './store'

export async function readInstallation(db: Db, key: string): Promise<string | undefined> {
  const [row] = await db
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.key, key))
  return row?.value
}

/** Returns when the database was first used. */
export async function findInstallationTime(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: installation.createdAt })
    .from(installation)
    .where(eq(installation.key, 'instance_id'))
  return row?.at
}

/** Stores a value unless one is already stored. Returns the stored value. */
export async function claimInstallation(
  store: Pick<Store, 'write'>,
  key: string,
  value: string,
): Promise<string> {
  return store.write(async (tx) => {
    await tx.insert(installation).values({ key, value }).onConflictDoNothing()
    return (await readInstallation(tx, key))!
  })
}

/** Replaces the stored value if it is still `from`. Returns whether it was replaced. */
export const replaceInstallation = (
  store: Pick<Store, 'write'>,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> =>
  store.write(async (tx) => {
    const rows = await tx
      .update(installation)
      .set({ value: to })
      .where(and(eq(installation.key, key), eq(installation.value, from)))
      .returning({ key: installation.key })
    return rows.length > 0
  })

/** Stores a value, replacing any earlier one. */
export async function storeInstallation(tx: Tx, key: string, value: string): Promise<void> {
  await tx
    .insert(installation)
    .values({ key, value })
    .onConflictDoUpdate({ target: installation.key, set: { value } })
}
