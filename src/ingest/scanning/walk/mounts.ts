/**
 * Reads Linux's list of mounted file systems without accessing the drives, which may hang. The list
 * is empty on other systems.
 */
import { existsSync, readFileSync } from 'node:fs'

export interface Mount {
  path: string
  /** For example `ext4` or `nfs4`. */
  type: string
  device: string
}

/** Devices of file systems mounted below a root, keyed by relative path. */
export type NestedMounts = Record<string, string>

const mountTable = '/proc/self/mountinfo'
const maxNested = 200

export const readMounts = (): string =>
  existsSync(mountTable) ? readFileSync(mountTable, 'utf8') : ''

/** Lists mounts in mount order: the last mount at a path is the visible one. */
export function parseMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [place = '', kind = ''] = line.split(' - ', 2)
    const [, , device, , at] = place.split(' ')
    const [type] = kind.split(' ')
    return device && at && type ? [{ path: unescapePath(at), type, device }] : []
  })
}

/** Finds the mounts below a root. `realRoot` is its path without symbolic links. */
export function findNestedMounts(mounts: readonly Mount[], realRoot: string): NestedMounts {
  const prefix = realRoot === '/' ? '/' : `${realRoot}/`
  const nested = mounts.filter(({ path }) => path.startsWith(prefix) && path !== prefix)
  return Object.fromEntries(
    nested.slice(0, maxNested).map(({ path, device }) => [path.slice(prefix.length), device]),
  )
}

/** Lists earlier mounts that are now missing or replaced. */
export const findLostMounts = (before: NestedMounts, now: NestedMounts): string[] =>
  Object.keys(before).filter((path) => before[path] !== now[path])

/** Special characters are written as octal codes, for example a space as `\040`. */
const unescapePath = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)))
