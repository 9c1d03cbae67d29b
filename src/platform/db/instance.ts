/** Proves that a data folder and a database belong together: ids of one are used to find files in the other. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Log } from '../log/log'
import { installation } from './schema'
import type { Db, Store } from './store'
import { MigrationRefused } from './migrations/migrate'

/** Says which database the data folder belongs to. */
export const instanceFile = (folder: string) => join(folder, 'instance-id')

/**
 * Refuses a folder that was made for another database. One that is new to a database in use is taken,
 * with a warning: it may be the place where a disk was not connected.
 */
export async function claimFolder(store: Store, folder: string, log: Pick<Log, 'warn'>) {
  const path = instanceFile(folder)
  const inFolder = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
  const known = await read(store.db, 'instance_id')
  const inDatabase = known ?? (await makeId(store, inFolder))
  if (inFolder === undefined) {
    if (known !== undefined) log.warn(`${folder} is new to this database. ${expectation}`)
    writeFileSync(path, `${inDatabase}\n`)
  } else if (inFolder !== inDatabase) {
    throw new MigrationRefused(
      `The data folder ${folder} belongs to another database than the one that is configured. ` +
        `Name the right folder (data_dir) or the right database. If you restored or moved the ` +
        `database on purpose, delete the file ${path} and start again.`,
    )
  }
}

const expectation =
  'Uploaded covers that were kept elsewhere are not found here; thumbnails are made again. ' +
  'If you expected them, stop Quire and look whether the right disk is connected.'

async function makeId(store: Store, suggestion: string | undefined): Promise<string> {
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
