/** Determines whether a file system reports all changes, and whether a watch still does. */
import { resolveRealPath } from '../scanning/walk/file-stat'
import { type Mount, parseMounts, findNestedMounts, readMounts } from '../scanning/walk/mounts'
import { checkFileSystemType } from '../../platform/db/folder/file-system'
import type { Message } from '../../platform/messages/message'
import { watchingMessages } from './messages'

/**
 * statfs(2) magic numbers of file systems shared with other machines, whose changes are not
 * reported.
 */
const sharedFileSystems = new Map([
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x5346414f, 'AFS'],
  [0x6a656a63, 'fakeowner'],
  [0x786f4256, 'vboxsf'],
])

/** Type names from `mount`. The part after a dot is ignored, as in `fuse.sshfs`. */
const sharedTypes = new Map([
  ['nfs', 'NFS'],
  ['nfs4', 'NFS'],
  ['cifs', 'SMB'],
  ['smb3', 'SMB'],
  ['smbfs', 'SMB'],
  ['9p', '9p'],
  ['fuse', 'FUSE'],
  ['fuseblk', 'FUSE'],
  ['virtiofs', 'virtiofs'],
  ['vboxsf', 'vboxsf'],
  ['ceph', 'Ceph'],
  ['lustre', 'Lustre'],
  ['afs', 'AFS'],
  ['fakeowner', 'fakeowner'],
])

/**
 * Explains why events of this file system type are unreliable. Returns undefined if they are
 * reliable.
 */
export function explainFileSystem(type: number): Message | undefined {
  // The numbers have different meanings on other systems.
  if (process.platform !== 'linux') return undefined
  const judged = checkFileSystemType(type)
  const name = judged.kind === 'fine' ? sharedFileSystems.get(type >>> 0) : judged.name
  return name === undefined ? undefined : watchingMessages.shared({ fileSystem: name })
}

/**
 * Explains why events below a root are unreliable, according to the mount table. Includes mounts
 * below the root.
 */
export function explainMounts(mounts: readonly Mount[], root: string): Message | undefined {
  const mountOfRoot = mounts.findLast(
    ({ path }) => path === '/' || root === path || root.startsWith(`${path}/`),
  )
  const name = mountOfRoot && findSharedName(mountOfRoot)
  if (name) return watchingMessages.shared({ fileSystem: name })
  const nestedMounts = findNestedMounts(mounts, root)
  const nested = mounts
    .filter(({ path }) => path.slice(root.length + 1) in nestedMounts)
    .map(findSharedName)
  const first = nested.find((each) => each !== undefined)
  return first === undefined ? undefined : watchingMessages.partly_shared({ fileSystem: first })
}

/** Explains why events below a root are unreliable, according to the current mount table. */
export function explainRoot(root: string): Message | undefined {
  return explainMounts(parseMounts(readMounts()), resolveRealPath(root) ?? root)
}

const findSharedName = ({ type }: Mount) => sharedTypes.get(type.split('.')[0]!)

/**
 * Detects a watch that has stopped reporting events, based on changes to the watched folder itself.
 */
export class SilenceDetector {
  #modifiedAt: number | undefined
  #events = 0
  /** The number of events when a change without an event was found. */
  #suspectedAt: number | undefined

  /**
   * Called regularly. `modifiedAt` is when an entry was last added to, removed from or renamed in
   * the folder; `events` is the number of events so far. Returns true if a change found by the
   * previous check has not caused an event since.
   */
  check(modifiedAt: number, events: number): boolean {
    if (this.#suspectedAt === events) return true
    const isChanged = this.#modifiedAt !== undefined && this.#modifiedAt !== modifiedAt
    this.#suspectedAt = isChanged && this.#events === events ? events : undefined
    this.#modifiedAt = modifiedAt
    this.#events = events
    return false
  }
}
