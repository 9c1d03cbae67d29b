/** Starts programs in a root of their own, which is read-only, as a user without privileges. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

export const unprivileged = 10001

export interface ForeignRoot {
  root: string
  places: { data: string; books: string }
  env: Record<string, string>
}

/** Folders as the program sees them. */
export const placesInside = { data: '/data', books: '/books' }

/**
 * Builds a command that ends in the program itself, so that signals reach it. Every layer replaces
 * itself with the next one.
 */
export function enterRoot(
  { root, places, env }: ForeignRoot,
  command: readonly string[],
): string[] {
  for (const name of ['data', 'books', 'proc', 'dev', 'tmp']) {
    mkdirSync(join(root, name), { recursive: true })
  }
  const script = [
    'set -e',
    'mount --make-rprivate /',
    'mount --bind "$1" "$1"',
    'mount -t proc proc "$1/proc"',
    'mount --rbind /dev "$1/dev"',
    'mount -t tmpfs -o mode=1777 none "$1/tmp"',
    'mount --bind "$2" "$1/data"',
    'mount --bind "$3" "$1/books"',
    'mount -o remount,ro,bind "$1/books"',
    'mount -o remount,ro,bind "$1"',
    'shift 3',
    'exec env -i "$@"',
  ].join('\n')
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const chroot = ['/usr/sbin/chroot', `--userspec=${unprivileged}:${unprivileged}`, root]
  const isolated = ['unshare', '--mount', 'sh', '-c', script, 'sh', root]
  return [...isolated, places.data, places.books, ...variables, ...chroot, ...command]
}
