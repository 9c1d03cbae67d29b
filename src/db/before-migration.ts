/** Saves a database before it is changed: the way back when an update turns out badly. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log'
import type { Dialect } from './dialect'
import { freeBytes, inMegabytes } from './disk-space'
import {
  BackupRefused,
  databaseFileOf,
  flush,
  freeName,
  isDiskTrouble,
  manifestName,
  type RowCounts,
  stampOf,
  writeManifest,
} from './manifest'
import { MigrationRefused } from './migrate'
import type { PostgresOptions } from './postgres'
import { dumpPostgres } from './postgres-dump'
import { copySqliteAside } from './sqlite-upkeep'

export interface Ground {
  dataDir: string
  log: Log
}

/** How many of these copies stay. */
export const keptCopies = 3

const wayOut =
  'Without a backup there is no way back; if you made one yourself, start once with --no-backup.'

export const backupsFolder = (dataDir: string) => join(dataDir, 'backups')

/** `tag`: the first step that will be taken. */
export async function saveSqlite(ground: Ground, path: string, tag: string) {
  const bytes = fileBytes(path) + fileBytes(`${path}-wal`)
  // The copy, and what a step needs that rebuilds the largest table.
  requireSpace(ground.dataDir, bytes * 2)
  await save(ground, tag, 'sqlite', (target) => copySqliteAside(path, target))
}

export async function savePostgres(ground: Ground, options: PostgresOptions, tag: string) {
  await save(ground, tag, 'postgres', (target) => dumpPostgres(options, target))
}

async function save(
  { dataDir, log }: Ground,
  tag: string,
  database: Dialect,
  copy: (target: string) => Promise<RowCounts>,
) {
  const parent = backupsFolder(dataDir)
  const folder = join(parent, freeName(parent, `before-${tag}-${stampOf(new Date())}`))
  const part = `${folder}.part`
  log.info({ folder }, 'saving the database before it is brought up to date')
  try {
    await removeAbandoned(parent)
    mkdirSync(part, { recursive: true, mode: 0o700 })
    const counts = await copy(join(part, databaseFileOf(database)))
    await writeManifest(part, { reason: 'migration', database, counts })
    renameSync(part, folder)
    flush(parent)
  } catch (error) {
    if (existsSync(part)) rmSync(part, { recursive: true })
    if (!(error instanceof BackupRefused) && !isDiskTrouble(error)) throw error
    throw new MigrationRefused(
      `The database must be brought up to date, but could not be saved first. ${error.message}\n${wayOut}`,
    )
  }
  await forgetOld(dataDir)
}

function requireSpace(folder: string, bytes: number) {
  const free = freeBytes(folder)
  if (free >= bytes) return
  throw new MigrationRefused(
    `The database must be brought up to date and is saved first. That needs ${inMegabytes(bytes)}, but ` +
      `the disk of ${folder} has ${inMegabytes(free)} left. Make room and start again. ${wayOut}`,
  )
}

const fileBytes = (path: string) => (existsSync(path) ? statSync(path).size : 0)

/** What a crash left. Nobody else saves now: the caller has its turn alone. */
async function removeAbandoned(parent: string) {
  if (!existsSync(parent)) return
  const parts = (await readdir(parent)).filter((name) => /^before-.*\.part$/.test(name))
  for (const name of parts) rmSync(join(parent, name), { recursive: true, force: true })
}

/** By time, not by name: steps are not named by time. */
async function forgetOld(dataDir: string) {
  const folder = backupsFolder(dataDir)
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith('before-') && existsSync(join(folder, name, manifestName)),
  )
  const byTime = names.toSorted((a, b) => (stampIn(a) < stampIn(b) ? 1 : -1))
  for (const name of byTime.slice(keptCopies)) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

const stampIn = (name: string) => /\d{8}T\d{6}Z(-\d+)?$/.exec(name)?.[0] ?? ''
