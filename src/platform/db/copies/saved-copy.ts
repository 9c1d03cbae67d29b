/** Copies of the database that Quire makes by itself before it changes much: the latest few stay. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  flush,
  freeName,
  type Manifest,
  manifestName,
  type RowCounts,
  stampOf,
  writeManifest,
} from './manifest'

/** What the names of these copies begin with. */
export type CopyKind = 'before-' | 'purge-'

/** How many of a kind stay. */
export const keptCopies = 3

export const backupsFolder = (dataDir: string) => join(dataDir, 'backups')

/** Of a SQLite database with what is not folded back into it yet. */
export const sqliteBytes = (path: string) => fileBytes(path) + fileBytes(`${path}-wal`)

const fileBytes = (path: string) => (existsSync(path) ? statSync(path).size : 0)

/** Where the next copy goes; `name` begins with its kind. */
export const nextCopy = (parent: string, name: string) =>
  join(parent, freeName(parent, `${name}-${stampOf(new Date())}`))

interface Order extends Pick<Manifest, 'reason' | 'database'> {
  /** Puts the database, and what else belongs to it, into a folder that is there. */
  fill: (folder: string) => Promise<RowCounts>
}

/** Whole or not at all. */
export async function saveCopy(folder: string, { fill, ...known }: Order): Promise<Manifest> {
  const part = `${folder}.part`
  try {
    mkdirSync(part, { recursive: true, mode: 0o700 })
    const counts = await fill(part)
    const manifest = await writeManifest(part, { ...known, counts })
    renameSync(part, folder)
    flush(dirname(folder))
    return manifest
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
}

/** What a crash left. Nobody else makes a copy of this kind now: each has its turn alone. */
export async function removeAbandoned(parent: string, kind: CopyKind) {
  if (!existsSync(parent)) return
  const names = await readdir(parent)
  for (const name of names) {
    if (name.startsWith(kind) && name.endsWith('.part')) remove(parent, name)
  }
}

/** By time, not by name: not all are named by time alone. */
export async function forgetOldCopies(parent: string, kind: CopyKind) {
  const whole = (await readdir(parent)).filter(
    (name) => name.startsWith(kind) && existsSync(join(parent, name, manifestName)),
  )
  const byTime = whole.toSorted((a, b) => (stampIn(a) < stampIn(b) ? 1 : -1))
  for (const name of byTime.slice(keptCopies)) remove(parent, name)
}

const remove = (parent: string, name: string) =>
  rmSync(join(parent, name), { recursive: true, force: true })

const stampIn = (name: string) => /\d{8}T\d{6}Z(-\d+)?$/.exec(name)?.[0] ?? ''
