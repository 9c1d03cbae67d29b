/** Saves a SQLite database before things are deleted from it for good. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backupsFolder, keptCopies } from './before-migration'
import { freeBytes, inMegabytes } from './disk-space'
import {
  BackupRefused,
  databaseFileOf,
  flush,
  freeName,
  manifestName,
  stampOf,
  writeManifest,
} from './manifest'
import { copySqliteAside } from './sqlite-upkeep'

/** Answers the name of the copy; throws `BackupRefused` when it cannot be made. */
export async function saveBeforePurge(dataDir: string, path: string): Promise<string> {
  const parent = backupsFolder(dataDir)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  await removeAbandoned(parent)
  requireSpace(parent, path)
  const name = freeName(parent, `purge-${stampOf(new Date())}`)
  const part = join(parent, `${name}.part`)
  mkdirSync(part, { mode: 0o700 })
  try {
    const counts = await copySqliteAside(path, join(part, databaseFileOf('sqlite')))
    await writeManifest(part, { reason: 'purge', database: 'sqlite', counts })
    renameSync(part, join(parent, name))
    flush(parent)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
  await forgetOld(parent)
  return name
}

function requireSpace(folder: string, path: string) {
  const bytes = fileBytes(path) + fileBytes(`${path}-wal`)
  const free = freeBytes(folder)
  if (free >= bytes * 1.1) return
  throw new BackupRefused(
    `The database is saved before anything is deleted for good. That needs ${inMegabytes(bytes)}, but ` +
      `the disk of the data folder has ${inMegabytes(free)} left.`,
  )
}

const fileBytes = (path: string) => (existsSync(path) ? statSync(path).size : 0)

/** What a crash left: purges come one after the other. */
async function removeAbandoned(parent: string) {
  const parts = (await readdir(parent)).filter((name) => /^purge-.*\.part$/.test(name))
  for (const name of parts) rmSync(join(parent, name), { recursive: true, force: true })
}

async function forgetOld(parent: string) {
  const names = (await readdir(parent)).filter(
    (name) => name.startsWith('purge-') && existsSync(join(parent, name, manifestName)),
  )
  for (const name of names.toSorted().toReversed().slice(keptCopies)) {
    rmSync(join(parent, name), { recursive: true, force: true })
  }
}
