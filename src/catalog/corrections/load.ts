/** How a library reads names now: its strategies and the corrections that count in it, compiled. */
import type { Db } from '../../platform/db/store'
import type { NameRule } from '../../media/filenames/corrections'
import { namingOf, type Naming, usualNaming } from '../../media/naming/naming'
import { findSettings, listLibraryRules, type RuleRow } from './queries'

interface CachedNaming {
  written: string
  naming: Naming
}

/** Of each library the last one, because compiling patterns for every few books costs more than them. */
const namingCache = new Map<string, CachedNaming>()
const maxCached = 100

/** The same object as long as nothing has changed, so that whoever has one can see whether it still holds. */
export async function loadNaming(db: Db, libraryId: string): Promise<Naming> {
  // A library may have been purged meanwhile.
  const settings = (await findSettings(db, libraryId)) ?? usualNaming.settings
  const rules = (await listLibraryRules(db, libraryId)).map(convertRule)
  const written = JSON.stringify([settings, rules])
  const present = namingCache.get(libraryId)
  if (present?.written === written) return present.naming
  const naming = namingOf(settings, rules)
  namingCache.delete(libraryId)
  namingCache.set(libraryId, { written, naming })
  if (namingCache.size > maxCached) namingCache.delete(namingCache.keys().next().value!)
  return naming
}

export const convertRule = ({ id, match, pattern, on, change }: RuleRow): NameRule => ({
  id,
  match,
  pattern,
  on,
  change,
})
