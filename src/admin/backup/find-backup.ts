/** Finds and lists backups. */
import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, isAbsolute, join, resolve, sep } from 'node:path'
import {
  BackupRefused,
  getDatabaseFileName,
  type Manifest,
  manifestName,
} from '../../platform/db/backups/manifest'

export interface Backup {
  name: string
  folder: string
  manifest: Manifest
}

/**
 * Lists backups, newest first. Ignores folders without a manifest, because their backup was
 * interrupted.
 */
export async function listBackups(folder: string): Promise<Backup[]> {
  if (!existsSync(folder)) return []
  const names = (await readdir(folder)).filter((name) =>
    existsSync(join(folder, name, manifestName)),
  )
  return names
    .map((name) => readBackup(join(folder, name)))
    .toSorted((a, b) => (a.manifest.createdAt < b.manifest.createdAt ? 1 : -1))
}

/** `nameOrPath` is a name in the backups folder, a path, or `latest`. */
export async function findBackup(folder: string, nameOrPath: string, cwd: string): Promise<Backup> {
  if (nameOrPath === 'latest') {
    const [newest] = await listBackups(folder)
    if (newest) return newest
    throw new BackupRefused(`There is no backup in ${folder}.`)
  }
  const candidates = [
    nameOrPath.includes(sep) || isAbsolute(nameOrPath) ? '' : join(folder, nameOrPath),
  ]
  const paths = [...candidates, resolve(cwd, nameOrPath)].filter((place) => place !== '')
  const found = paths.find((place) => existsSync(join(place, manifestName)))
  if (found) return readBackup(found)
  throw new BackupRefused(
    `There is no backup "${nameOrPath}". Run "quire backup list" to list all backups.`,
  )
}

export const getDatabasePath = ({ folder, manifest }: Backup) =>
  join(folder, getDatabaseFileName(manifest.database))

function readBackup(folder: string): Backup {
  const file = join(folder, manifestName)
  const manifest = parseManifest(readFileSync(file, 'utf8'), file)
  return { name: basename(folder), folder, manifest }
}

function parseManifest(text: string, file: string): Manifest {
  try {
    const manifest = JSON.parse(text) as Manifest
    const { format, database, files } = manifest
    const isKnown = format === 1 && (database === 'sqlite' || database === 'postgres')
    if (isKnown && Array.isArray(files)) return manifest
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new BackupRefused(`${file} is damaged or was written by a newer version of Quire.`)
}
