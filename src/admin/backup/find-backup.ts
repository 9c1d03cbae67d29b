import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, isAbsolute, join, resolve, sep } from 'node:path'
import type { Context } from '../../context'
import {
  BackupRefused,
  getDatabaseFileName,
  isDiskError,
  type Manifest,
  manifestName,
} from '../../platform/db/backups/manifest'
import { backupLogMessages } from './messages'

export interface Backup {
  name: string
  folder: string
  manifest: Manifest
}

/** Receives a user-facing text that says which manifest is damaged. */
export type OnDamaged = (message: string) => unknown

export const logDamaged =
  ({ log }: Pick<Context, 'log'>): OnDamaged =>
  (reason) =>
    log.warn({ reason }, backupLogMessages.unreadable())

/**
 * Lists backups, newest first. Ignores folders without a manifest, because their backup was
 * interrupted. A damaged manifest does not hide the other backups: `onDamaged` receives a message
 * about it.
 */
export async function listBackups(folder: string, onDamaged: OnDamaged): Promise<Backup[]> {
  const backups: Backup[] = []
  for (const name of await readNames(folder)) {
    // Reads the manifests one at a time, because one with thousands of covers takes milliseconds to
    // parse.
    const backup = await readUndamaged(join(folder, name), onDamaged)
    if (backup) backups.push(backup)
  }
  return backups.toSorted((a, b) => (a.manifest.createdAt < b.manifest.createdAt ? 1 : -1))
}

/**
 * Finds one of the backups of `listBackups` by its name, which cannot refer to a path outside
 * `folder`.
 */
export async function findBackupByName(
  folder: string,
  name: string,
  onDamaged: OnDamaged,
): Promise<Backup | undefined> {
  const exists = (await readNames(folder)).includes(name)
  return exists ? readUndamaged(join(folder, name), onDamaged) : undefined
}

const readNames = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? readdir(folder) : []

/** `nameOrPath` is a name in the backups folder, a path, or `latest`. */
export async function findBackup(folder: string, nameOrPath: string, cwd: string): Promise<Backup> {
  if (nameOrPath === 'latest') {
    const damaged: string[] = []
    const [newest] = await listBackups(folder, (text) => damaged.push(text))
    // The damaged backup may be the newest one.
    const [message] = damaged
    if (message) throw new BackupRefused(`${message} Choose another backup by its name.`)
    if (newest) return newest
    throw new BackupRefused(`There is no backup in ${folder}.`)
  }
  const candidates = [
    nameOrPath.includes(sep) || isAbsolute(nameOrPath) ? '' : join(folder, nameOrPath),
  ]
  const paths = [...candidates, resolve(cwd, nameOrPath)].filter((place) => place !== '')
  for (const path of paths) {
    const backup = await readBackup(path)
    if (backup) return backup
  }
  throw new BackupRefused(
    `There is no backup "${nameOrPath}". Run "quire backup list" to list all backups.`,
  )
}

export const getDatabasePath = ({ folder, manifest }: Backup) =>
  join(folder, getDatabaseFileName(manifest.database))

async function readUndamaged(folder: string, onDamaged: OnDamaged) {
  try {
    return await readBackup(folder)
  } catch (error) {
    if (!(error instanceof BackupRefused) && !isDiskError(error)) throw error
    onDamaged(error.message)
    return undefined
  }
}

/** Returns undefined for a folder without a manifest. */
async function readBackup(folder: string): Promise<Backup | undefined> {
  const file = join(folder, manifestName)
  if (!existsSync(file)) return undefined
  const manifest = parseManifest(await readFile(file, 'utf8'), file)
  return { name: basename(folder), folder, manifest }
}

function parseManifest(text: string, file: string): Manifest {
  try {
    const manifest = JSON.parse(text) as Manifest | null
    const { format, database, files, createdAt } = manifest ?? {}
    const isKnown = format === 1 && (database === 'sqlite' || database === 'postgres')
    if (manifest && isKnown && Array.isArray(files) && typeof createdAt === 'string')
      return manifest
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new BackupRefused(`${file} is damaged or was written by a newer version of Quire.`)
}
