/**
 * Which file systems are mounted where, as Linux tells it: without a touch of the drives themselves, one
 * of which may hang. Elsewhere nothing is known of mounts.
 */
import { existsSync, readFileSync } from 'node:fs'

export interface Mount {
  at: string
  /** As in `ext4` or `nfs4`. */
  type: string
  device: string
}

/** Devices of the file systems that are mounted below a root, by their paths below it. */
export type NestedMounts = Record<string, string>

const table = '/proc/self/mountinfo'
const maxNested = 200

export const readMounts = (): string => (existsSync(table) ? readFileSync(table, 'utf8') : '')

/** In the order in which they were mounted: of two in the same place the last one is seen. */
export function mountsIn(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [place = '', kind = ''] = line.split(' - ', 2)
    const [, , device, , at] = place.split(' ')
    const [type] = kind.split(' ')
    return device && at && type ? [{ at: unescaped(at), type, device }] : []
  })
}

/** `realRoot` is free of links. */
export function nestedMounts(mounts: readonly Mount[], realRoot: string): NestedMounts {
  const prefix = realRoot === '/' ? '/' : `${realRoot}/`
  const nested = mounts.filter(({ at }) => at.startsWith(prefix) && at !== prefix)
  return Object.fromEntries(
    nested.slice(0, maxNested).map(({ at, device }) => [at.slice(prefix.length), device]),
  )
}

/** Of the mounts that were there before, those that are gone or other ones by now. */
export const lostMounts = (before: NestedMounts, now: NestedMounts): string[] =>
  Object.keys(before).filter((path) => before[path] !== now[path])

/** Blanks and the like are written as `\040`. */
const unescaped = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)))
