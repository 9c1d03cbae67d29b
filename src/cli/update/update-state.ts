/**
 * Information about the last update, stored in `update/state.json` in the data folder. It is
 * written before each step that cannot be repeated, so that an interrupted update or rollback can
 * continue.
 */
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncToDisk } from '../../platform/db/backups/manifest'
import { UpdateRefused } from './release/update-refused'

/** An update, and the information needed to undo it. */
export interface InstalledUpdate {
  from: string
  to: string
  /** Path of the program. */
  program: string
  /** SHA-256 of the new program, and of the program that is kept as `quire.previous`. */
  programHash: string
  previousHash: string
  /** Folder of the backup, or null if there was no database. */
  backup: string | null
  installedAt: string
}

export interface UpdateState {
  format: 1
  /** An update that has started. It is complete if the installed program is the new one. */
  pending?: InstalledUpdate
  /** The last completed update. */
  installed?: InstalledUpdate
  /** Exports of a rollback that have not been imported yet. */
  rollback?: { to: string; exports: string[] }
}

export const getUpdateFolder = (dataDir: string) => join(dataDir, 'update')
const getStateFile = (dataDir: string) => join(getUpdateFolder(dataDir), 'state.json')

/**
 * Throws if the folder is a link. The server's user can write to the data folder, and root may run
 * the command, so a link could refer to a system folder.
 */
function refuseLink(folder: string) {
  if (!isLink(folder)) return
  throw new UpdateRefused(
    `${folder} is a link. Replace it with a folder: commands that root runs do not follow links in the data folder.`,
  )
}

const isLink = (path: string) =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

export function readUpdateState(dataDir: string): UpdateState {
  refuseLink(getUpdateFolder(dataDir))
  const file = getStateFile(dataDir)
  if (!existsSync(file)) return { format: 1 }
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as UpdateState | null
    if (state?.format === 1) return state
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UpdateRefused(`${file} is damaged or was written by a newer version of Quire.`)
}

export function createUpdateFolder(dataDir: string): string {
  const folder = getUpdateFolder(dataDir)
  refuseLink(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Returns after the state is on disk. */
export function writeUpdateState(dataDir: string, state: UpdateState) {
  const folder = createUpdateFolder(dataDir)
  const file = getStateFile(dataDir)
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify(state, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
  syncToDisk(draft)
  renameSync(draft, file)
  syncToDisk(folder)
}

/**
 * Gives files that root created in the data folder to the owner of that folder. Otherwise, the
 * server could not use them.
 */
export function giveToOwner(dataDir: string) {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return
  const { uid, gid } = statSync(dataDir)
  if (uid === 0) return
  const owner = { uid, gid }
  for (const name of readdirSync(dataDir)) giveFile(join(dataDir, name), owner)
  // All other files that the commands create are in these folders.
  for (const folder of [getUpdateFolder(dataDir), join(dataDir, 'secrets')]) {
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) giveFolder(folder, owner)
  }
}

interface Owner {
  uid: number
  gid: number
}

/**
 * Gives a folder and its files to the owner. Does not follow links, unlike a recursive `readdir`.
 */
function giveFolder(folder: string, owner: Owner) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    giveFile(path, owner)
    if (entry.isDirectory()) giveFolder(path, owner)
  }
}

function giveFile(path: string, { uid, gid }: Owner) {
  if (lstatSync(path).uid === 0) lchownSync(path, uid, gid)
}
