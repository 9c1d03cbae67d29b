/** Whether a file system tells of all that changes on it. */
import { realPath } from '../scanning/walk/look'
import { type Mount, mountsIn, nestedMounts, readMounts } from '../scanning/walk/mounts'
import { checkFileSystemType } from '../../platform/db/folder/file-system'

/** Shared with other machines, and told to be so by nobody else. Magic numbers of statfs(2). */
const shared = new Map([
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x5346414f, 'AFS'],
  [0x6a656a63, 'container share'],
  [0x786f4256, 'VirtualBox share'],
])

/** As `mount` calls them; `fuse.sshfs` and the like are looked up without what comes after the dot. */
const sharedNames = new Map([
  ['nfs', 'NFS'],
  ['nfs4', 'NFS'],
  ['cifs', 'SMB'],
  ['smb3', 'SMB'],
  ['smbfs', 'SMB'],
  ['9p', '9p'],
  ['fuse', 'FUSE'],
  ['fuseblk', 'FUSE'],
  ['virtiofs', 'virtual machine share'],
  ['vboxsf', 'VirtualBox share'],
  ['ceph', 'Ceph'],
  ['lustre', 'Lustre'],
  ['afs', 'AFS'],
  ['fakeowner', 'container share'],
])

/** Why events of this type of file system cannot be trusted, for people; undefined when they can. */
export function judgeWatching(type: number): string | undefined {
  // Numbers mean other file systems elsewhere.
  if (process.platform !== 'linux') return undefined
  const verdict = checkFileSystemType(type)
  const name = verdict.kind === 'fine' ? shared.get(type >>> 0) : verdict.name
  return name && because('The folder lies', name)
}

/** The same by the table of mounts, which says it of what lies below the root, too. */
export function judgeMounts(mounts: readonly Mount[], root: string): string | undefined {
  const own = mounts.findLast(({ at }) => at === '/' || root === at || root.startsWith(`${at}/`))
  const name = own && nameOf(own)
  if (name) return because('The folder lies', name)
  const below = nestedMounts(mounts, root)
  const nested = mounts.filter(({ at }) => at.slice(root.length + 1) in below).map(nameOf)
  const first = nested.find((each) => each !== undefined)
  return first && because('A part of the folder lies', first)
}

/** Those of now. */
export function judgeRoot(root: string): string | undefined {
  return judgeMounts(mountsIn(readMounts()), realPath(root) ?? root)
}

const nameOf = ({ type }: Mount) => sharedNames.get(type.split('.')[0]!)

const because = (where: string, name: string) =>
  `${where} on a ${name} file system, which does not tell what other machines or programs change.`
