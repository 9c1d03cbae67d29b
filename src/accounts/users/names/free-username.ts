/** Chooses usernames for accounts that are created with only an email address. */
import type { Db } from '../../../platform/db/store'
import { foldName } from './fold-name'
import { listUsernames } from '../queries'
import { buildLookAlikeKey, isAllowedUsername, normalizeUsername } from './username'

/** Leaves room for a number within the 64 characters of a username. */
const maxLength = 50
const fallback = 'reader'

/**
 * Returns a name built from the part of the address before "@", followed by a number if that name
 * or one that looks like it is taken. `planned`: names of accounts that a preview would create
 * before this one.
 */
export async function findFreeUsername(
  db: Db,
  email: string,
  planned: readonly string[] = [],
): Promise<string> {
  const wanted = buildUsername(email)
  const names = [...(await listUsernames(db, undefined)), ...planned]
  const taken = new Set(names.flatMap((name) => [foldName(name), buildLookAlikeKey(name)]))
  const isFree = (name: string) => !taken.has(foldName(name)) && !taken.has(buildLookAlikeKey(name))
  // At least one of these names is free, because each taken name rules out at most two of them.
  const numbered = Array.from({ length: 2 * names.length + 1 }, (_, i) => `${wanted}${i + 2}`)
  return [wanted, ...numbered].find(isFree)!
}

function buildUsername(email: string): string {
  const local = email.trim().split('@')[0] ?? ''
  const name = normalizeUsername([...local].slice(0, maxLength).join('').replaceAll(/[:/]/g, ''))
  return isAllowedUsername(name) ? name : fallback
}
