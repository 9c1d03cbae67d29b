/** Which series stands for which group of books, so that as many books as possible stay where they are. Pure. */
import type { SeriesDraft } from '../series/intake'

/** Books that belong together, by the series in which they are now. */
export interface Wanted {
  draft: SeriesDraft
  members: Map<string, Members>
}

interface Members {
  ns: number[]
  /** Those that are not in the trash. */
  present: number
}

export interface Holder {
  id: string
  groupKey: string
  title: string
  /** Books it has beside those that were looked at: they stay with it, and it with its key. */
  others: number
  isEdited: boolean
}

interface Move {
  n: number
  from: string
  draft: SeriesDraft
}

export interface Plan {
  /** By key of the group: the series that stands for it; absent: a new one. */
  seriesOf: Map<string, string>
  /** Series that get the key of another group. */
  rekeyed: { seriesId: string; draft: SeriesDraft }[]
  moves: Move[]
  /** Series that lose all their books. */
  emptied: string[]
}

interface Pair {
  key: string
  holder: Holder
  weight: number
}

/** `holders`: every series that has books of these groups, or the key of one. */
export function planGroups(wanted: Map<string, Wanted>, holders: readonly Holder[]): Plan {
  const seriesOf = assign(wanted, holders)
  const keyOf = new Map([...seriesOf].map(([key, id]) => [id, key]))
  const keyHeld = new Map(holders.map((holder) => [holder.id, holder.groupKey]))
  const plan: Plan = { seriesOf, rekeyed: [], moves: [], emptied: [] }
  for (const [key, { draft, members }] of wanted) {
    const seriesId = seriesOf.get(key)
    if (seriesId !== undefined && keyHeld.get(seriesId) !== key)
      plan.rekeyed.push({ seriesId, draft })
    for (const [from, { ns }] of members) {
      if (from !== seriesId) plan.moves.push(...ns.values().map((n) => ({ n, from, draft })))
    }
  }
  const losing = new Set(plan.moves.map(({ from }) => from))
  plan.emptied = holders
    .filter(({ id, others }) => losing.has(id) && others === 0 && !keyOf.has(id))
    .map(({ id }) => id)
  return plan
}

/** The strongest tie first: most books, then the same key, then a person's work on it, then its age. */
function assign(wanted: Map<string, Wanted>, holders: readonly Holder[]): Map<string, string> {
  const pairs = pairsOf(wanted, holders).toSorted(
    (a, b) =>
      b.weight - a.weight ||
      Number(isOwn(b)) - Number(isOwn(a)) ||
      Number(b.holder.isEdited) - Number(a.holder.isEdited) ||
      (a.holder.id < b.holder.id ? -1 : 1),
  )
  const seriesOf = new Map<string, string>()
  const taken = new Set<string>()
  for (const { key, holder } of pairs) {
    if (seriesOf.has(key) || taken.has(holder.id)) continue
    seriesOf.set(key, holder.id)
    taken.add(holder.id)
  }
  return seriesOf
}

const isOwn = ({ key, holder }: Pair) => holder.groupKey === key
const trashWeight = 0.001

function pairsOf(wanted: Map<string, Wanted>, holders: readonly Holder[]): Pair[] {
  const byId = new Map(holders.map((holder) => [holder.id, holder]))
  const pairs = new Map<string, Pair>()
  for (const [key, { members }] of wanted) {
    for (const [id, { ns, present }] of members) {
      const weight = present + (ns.length - present) * trashWeight
      pairs.set(`${id} ${key}`, { key, holder: byId.get(id)!, weight })
    }
  }
  for (const holder of holders) {
    const { id, groupKey: key, others } = holder
    if (!wanted.has(key)) continue
    // One that has the key and no book is taken rather than a new one: it was this group once.
    const known = pairs.get(`${id} ${key}`) ?? { key, holder, weight: 0 }
    pairs.set(`${id} ${key}`, { ...known, weight: known.weight + others })
  }
  return [...pairs.values()]
}
