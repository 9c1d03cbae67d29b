/** Recognizes file systems on which SQLite databases must not be stored. */
import { statfsSync } from 'node:fs'

/**
 * Magic numbers of statfs(2). On these file systems, locks and shared memory are unreliable, which
 * corrupts databases.
 */
const networkFileSystems = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9p'],
])
const fuseType = 0x65735546

export type FileSystemCheck = { kind: 'fine' } | { kind: 'network' | 'fuse'; name: string }

/** Checks the file system of an existing folder. */
export function checkFileSystem(folder: string): FileSystemCheck {
  if (process.platform === 'win32') return { kind: 'fine' }
  return checkFileSystemType(statfsSync(folder).type)
}

/** `type` may be a negative 32-bit number. */
export function checkFileSystemType(type: number): FileSystemCheck {
  const number = type >>> 0
  const name = networkFileSystems.get(number)
  if (name) return { kind: 'network', name }
  return number === fuseType ? { kind: 'fuse', name: 'FUSE' } : { kind: 'fine' }
}
