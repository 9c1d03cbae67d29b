/** Errors that tell the administrator why a database cannot be opened and what to do. */
import { existsSync } from 'node:fs'
import { getInstanceFile } from './folder/verify-data-folder'
import { type Migration, MigrationRefused } from './migrations/migrate'

const restoreHint =
  'restore the newest backup: "quire backup list" shows all, "quire backup restore latest" restores the newest'

export const createForeignDatabaseError = (where: string) =>
  new MigrationRefused(
    `${where} is not a Quire database. Configure another location for the database.`,
  )

/**
 * Creates the error for a database that is the target of a copy, which is in progress or was
 * interrupted.
 */
export const createUnfinishedCopyError = (where: string) =>
  new MigrationRefused(
    `${where} is an unfinished copy of another database. Set database.type to that database and run ` +
      `"quire database copy" again to complete the copy, or use another database.`,
  )

/**
 * Throws if a database has been lost, so that no empty one is created in its place. A database was
 * lost if the folder still contains the ID file. `where` is the location of the database.
 */
export function refuseLostDatabase(folder: string, where: string) {
  const file = getInstanceFile(folder)
  if (!existsSync(file)) return
  throw new MigrationRefused(
    `${where} is missing or empty, but the data folder ${folder} has been used with a database. ` +
      `Nothing was changed.\n` +
      `If the database is on a disk that is not mounted, mount it and start again. If it is lost, ` +
      `${restoreHint}. To begin with an empty database, delete the file ${file}.`,
  )
}

/** Creates the error for a command that needs an existing database and does not create one. */
export function createNoDatabaseError(where: string) {
  const hint = existsSync(serviceFolder)
    ? `The data folder of the systemd service is ${serviceFolder}: add --data-dir ${serviceFolder}.`
    : 'If the server uses another data folder, specify it with --data-dir.'
  return new MigrationRefused(
    `There is no database ${where} yet. Create it with "quire migrate", or start the server. ${hint}`,
  )
}

/** The folder that `StateDirectory=quire` in the systemd unit creates. */
const serviceFolder = '/var/lib/quire'

/** Returns an error for the administrator if SQLite reports damage, or else the error itself. */
export function explainDamage(
  error: unknown,
  { path, dataDir }: { path: string; dataDir: string },
) {
  const reason = findDamage(error)
  if (!reason) return error
  if (reason.code === 'SQLITE_NOTADB' && !existsSync(getInstanceFile(dataDir)))
    return createForeignDatabaseError(path)
  const message = `${path} is damaged (${reason.message}). Nothing was changed. Check the disk, then ${restoreHint}.`
  return new MigrationRefused(message, { cause: error })
}

/** Also searches the causes, because the query builder wraps driver errors. */
function findDamage(error: unknown): { code: string; message: string } | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', message, cause } = error as Error & { code?: string }
  return /^SQLITE_(NOTADB|CORRUPT)/.test(code) ? { code, message } : findDamage(cause)
}

/**
 * Runs `migrate`, which is rolled back as a whole if it fails. The error then explains the failure.
 * `copy` is the backup, if there is one.
 */
export async function explainMigrationFailure(
  { pending, copy }: { pending: readonly Migration[]; copy: string | undefined },
  migrate: () => Promise<unknown>,
) {
  try {
    await migrate()
  } catch (error) {
    if (error instanceof MigrationRefused || !(error instanceof Error)) throw error
    throw new MigrationRefused(
      `Migrating the database to "${pending.at(-1)!.tag}" failed: ${error.message}. No migration was ` +
        `applied and nothing was changed: the previous version can still use the database.${copy === undefined ? '' : ` A copy was saved as ${copy}.`}`,
      { cause: error },
    )
  }
}
