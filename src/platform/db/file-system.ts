/** Which disks a SQLite database must not lie on. */
import { statfsSync } from 'node:fs'

/** Magic numbers of statfs(2). Locks and shared memory do not hold over these: databases break. */
const networked = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9p'],
])
const fuse = 0x65735546

export type Verdict = { kind: 'fine' } | { kind: 'network' | 'fuse'; name: string }

/** Judges the file system of an existing folder. */
export function judgeFolder(folder: string): Verdict {
  if (process.platform === 'win32') return { kind: 'fine' }
  return judgeType(statfsSync(folder).type)
}

/** `type` may come as a negative 32-bit number. */
export function judgeType(type: number): Verdict {
  const number = type >>> 0
  const name = networked.get(number)
  if (name) return { kind: 'network', name }
  return number === fuse ? { kind: 'fuse', name: 'FUSE' } : { kind: 'fine' }
}
