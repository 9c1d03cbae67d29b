/** Proves that a data folder and a database belong together: ids of one are used to find files in the other. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { installation } from './schema'
import type { Db, Store } from './store'
import { MigrationRefused } from './migrate'

/** Says which database the data folder belongs to. */
export const instanceFile = (folder: string) => join(folder, 'instance-id')

/** Returns the installation's id. Refuses a folder that was made for another database. */
export async function claimFolder(store: Store, folder: string): Promise<string> {
  const path = instanceFile(folder)
  const inFolder = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
  const inDatabase = await readOrMakeId(store, inFolder)
  if (inFolder === undefined) writeFileSync(path, `${inDatabase}\n`)
  else if (inFolder !== inDatabase) {
    throw new MigrationRefused(
      `The data folder ${folder} belongs to another database than the one that is configured. ` +
        `Name the right folder (data_dir) or the right database. If you restored or moved the ` +
        `database on purpose, delete the file ${path} and start again.`,
    )
  }
  return inDatabase
}

async function readOrMakeId(store: Store, suggestion: string | undefined): Promise<string> {
  const known = await read(store.db, 'instance_id')
  if (known !== undefined) return known
  return store.write(async (tx) => {
    const value = suggestion ?? Bun.randomUUIDv7()
    await tx.insert(installation).values({ key: 'instance_id', value }).onConflictDoNothing()
    return (await read(tx, 'instance_id'))!
  })
}

/** Remembers which version used the database last; an older one can then name it. */
export async function recordVersion(store: Store, version: string) {
  // A start that changes nothing writes nothing: each write waits for the disk.
  if ((await read(store.db, 'version')) === version) return
  await store.write((tx) =>
    tx
      .insert(installation)
      .values({ key: 'version', value: version })
      .onConflictDoUpdate({ target: installation.key, set: { value: version } }),
  )
}

async function read(db: Db, key: string): Promise<string | undefined> {
  const [row] = await db
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.key, key))
  return row?.value
}
