/** How a library reads names now: its strategies and the corrections that count in it, compiled. */
import type { Db } from '../../platform/db/store'
import type { NameRule } from '../../media/filenames/corrections'
import { namingOf, type Naming, usualNaming } from '../../media/naming/naming'
import { findSettings, listRulesOf, type RuleRow } from './queries'

interface Known {
  written: string
  naming: Naming
}

/** Of each library the last one, because compiling patterns for every few books costs more than them. */
const known = new Map<string, Known>()
const maxKnown = 100

/** The same object as long as nothing has changed, so that whoever has one can see whether it still holds. */
export async function loadNaming(db: Db, libraryId: string): Promise<Naming> {
  // A library may have been purged meanwhile.
  const settings = (await findSettings(db, libraryId)) ?? usualNaming.settings
  const rules = (await listRulesOf(db, libraryId)).map(asRule)
  const written = JSON.stringify([settings, rules])
  const present = known.get(libraryId)
  if (present?.written === written) return present.naming
  const naming = namingOf(settings, rules)
  known.delete(libraryId)
  known.set(libraryId, { written, naming })
  if (known.size > maxKnown) known.delete(known.keys().next().value!)
  return naming
}

export const asRule = ({ id, match, pattern, on, change }: RuleRow): NameRule => ({
  id,
  match,
  pattern,
  on,
  change,
})
