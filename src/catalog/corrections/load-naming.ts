/** Loads the compiled naming strategies and rules of a library. */
import type { Db } from '../../platform/db/store'
import type { NameRule } from '../../media/filenames/corrections'
import { createNaming, type Naming, defaultNaming } from '../../media/naming/naming'
import { buildRootNames } from '../../media/naming/root-names'
import { findSettings, listLibraryRules, listNamingRoots, type RuleRow } from './queries'

interface CachedNaming {
  written: string
  naming: Naming
}

/** Caches each library's latest naming strategies, because compiling patterns is expensive. */
const namingCache = new Map<string, CachedNaming>()
const maxCached = 100

/** Returns the same object while nothing has changed, so that callers can compare by identity. */
export async function loadNaming(db: Db, libraryId: string): Promise<Naming> {
  // The library may have been purged in the meantime.
  const settings = (await findSettings(db, libraryId)) ?? defaultNaming.settings
  const rules = (await listLibraryRules(db, libraryId)).map(convertRule)
  const roots = buildRootNames(await listNamingRoots(db, libraryId))
  const written = JSON.stringify([settings, rules, [...roots]])
  const present = namingCache.get(libraryId)
  if (present?.written === written) return present.naming
  const naming = createNaming(settings, rules, roots)
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
