/** Whether a file system tells of all that changes on it. */
import { judgeType } from '../db/file-system'

/** Shared with other machines, and told to be so by nobody else. Magic numbers of statfs(2). */
const shared = new Map([
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x5346414f, 'AFS'],
  [0x6a656a63, 'container share'],
  [0x786f4256, 'VirtualBox share'],
])

/** Why events of this type of file system cannot be trusted, for people; undefined when they can. */
export function judgeWatching(type: number): string | undefined {
  // Numbers mean other file systems elsewhere.
  if (process.platform !== 'linux') return undefined
  const verdict = judgeType(type)
  const name = verdict.kind === 'fine' ? shared.get(type >>> 0) : verdict.name
  if (!name) return undefined
  return `The folder lies on a ${name} file system, which does not tell what other machines or programs change.`
}
