/**
 * Verifies that a data folder belongs to the database, because IDs in the database name files in
 * the folder. Also records the version that uses the database.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../log/log'
import { claimInstallation, readInstallation } from '../installation'
import { installation } from '../schema'
import type { Store } from '../store'
import { ConfigError } from '../../config/config-error'
import { databaseLogMessages } from '../messages'

export interface FolderOptions {
  log: Pick<Log, 'warn'>
  /** True for servers and workers, which can run next to other processes. */
  joinsOthers: boolean
  /** Whether other processes are using the database. */
  hasOthers: () => Promise<boolean>
  /**
   * The files that processes share are in a bucket, so each process may have its own data folder.
   */
  hasBucket?: boolean
  /** The encryption key is in the settings and not in the data folder. */
  hasKey?: boolean
}

/** Returns the file that contains the ID of the database to which the folder belongs. */
export const getInstanceFile = (folder: string) => join(folder, 'instance-id')

/**
 * Throws `ConfigError` if the folder belongs to a different database or, for servers and workers,
 * if it is new while other processes use the database. A new folder is otherwise accepted, with a
 * warning if the database has been used before: the right disk may not be mounted. If a bucket is
 * used, each process may have its own folder. A server or worker that joins other processes then
 * needs the encryption key in its settings.
 */
export async function verifyDataFolder(store: Store, folder: string, options: FolderOptions) {
  const path = getInstanceFile(folder)
  const inFolder = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
  const known = await readInstallation(store.db, 'instance_id')
  const inDatabase =
    known ?? (await claimInstallation(store, 'instance_id', inFolder ?? Bun.randomUUIDv7()))
  if (inFolder === undefined) {
    const belongs = known === undefined || (await acceptsNewFolder(folder, options))
    if (belongs) writeFileSync(path, `${inDatabase}\n`)
  } else if (inFolder !== inDatabase) {
    throw refuse(
      `The data folder ${folder} belongs to another database. ` +
        `Correct data_dir or the database settings. If you restored or moved the ` +
        `database on purpose, delete the file ${path} and start again.`,
    )
  }
}

/**
 * Decides about a new folder for a database that has been used before. Returns whether the folder
 * becomes one of the database's data folders. Throws if this process must not use the folder.
 */
async function acceptsNewFolder(
  folder: string,
  { log, joinsOthers, hasOthers, hasBucket = false, hasKey = false }: FolderOptions,
): Promise<boolean> {
  const isForeign = await hasOthers()
  if (hasBucket) {
    if (isForeign && joinsOthers && !hasKey) throw createNoKey()
    return true
  }
  if (isForeign && joinsOthers) throw refuse(createNotShared(folder))
  log.warn(databaseLogMessages.new_folder({ folder }))
  // While other processes use the database, the ID is not written to this folder, because the next
  // server would then accept the folder as its data folder.
  return !isForeign
}

const createNotShared = (folder: string) =>
  `The folder ${folder} is not the data folder of the other Quire processes that use this ` +
  `database. All of them need the same folder, because it contains covers and exports. Mount it ` +
  `here, or set storage.type to s3 for all of them, and start again. To use a new folder on purpose, stop the other processes first.`

const createNoKey = () => {
  const message =
    'must be set, and be the same for all processes, because this process has a data folder of its own and not the file with the key of the others'
  return new ConfigError([{ source: 'encryption_key', message }])
}

const refuse = (message: string) => new ConfigError([{ source: 'data_dir', message }])

/**
 * Records the version that uses the database, so that an older version can name it in its error
 * message.
 */
export async function recordVersion(store: Store, version: string) {
  // Writes only if the version has changed, because each write waits for the disk.
  if ((await readInstallation(store.db, 'version')) === version) return
  await store.write((tx) =>
    tx
      .insert(installation)
      .values({ key: 'version', value: version })
      .onConflictDoUpdate({ target: installation.key, set: { value: version } }),
  )
}
