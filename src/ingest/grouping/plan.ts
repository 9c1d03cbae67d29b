/** Which series stands for which group of books, so that as many books as possible stay where they are. Pure. */
import { giveWay, inSteps, sortInSteps } from '../../platform/db/yield'
import type { SeriesDraft } from '../../catalog/series/scanned/intake'

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
export async function planGroups(
  wanted: Map<string, Wanted>,
  holders: readonly Holder[],
): Promise<Plan> {
  const seriesOf = await assign(wanted, holders)
  const keyOf = new Map([...seriesOf].map(([key, id]) => [id, key]))
  const keyHeld = new Map(holders.map((holder) => [holder.id, holder.groupKey]))
  const plan: Plan = { seriesOf, rekeyed: [], moves: [], emptied: [] }
  for (const [key, { draft, members }] of wanted) {
    const seriesId = seriesOf.get(key)
    if (seriesId !== undefined && keyHeld.get(seriesId) !== key)
      plan.rekeyed.push({ seriesId, draft })
    for (const [from, { ns }] of members) {
      if (from === seriesId) continue
      for (const n of ns) plan.moves.push({ n, from, draft })
      await giveWay()
    }
  }
  const losing = new Set(plan.moves.map(({ from }) => from))
  plan.emptied = holders
    .filter(({ id, others }) => losing.has(id) && others === 0 && !keyOf.has(id))
    .map(({ id }) => id)
  return plan
}

/** The strongest tie first: most books, then the same key, then a person's work on it, then its age. */
async function assign(
  wanted: Map<string, Wanted>,
  holders: readonly Holder[],
): Promise<Map<string, string>> {
  const pairs = await sortInSteps(
    await pairsOf(wanted, holders),
    (a, b) =>
      b.weight - a.weight ||
      Number(isOwn(b)) - Number(isOwn(a)) ||
      Number(b.holder.isEdited) - Number(a.holder.isEdited) ||
      (a.holder.id < b.holder.id ? -1 : 1),
  )
  const seriesOf = new Map<string, string>()
  const taken = new Set<string>()
  for await (const slice of inSteps(pairs)) {
    for (const { key, holder } of slice) {
      if (seriesOf.has(key) || taken.has(holder.id)) continue
      seriesOf.set(key, holder.id)
      taken.add(holder.id)
    }
  }
  return seriesOf
}

const isOwn = ({ key, holder }: Pair) => holder.groupKey === key
const trashWeight = 0.001

async function pairsOf(wanted: Map<string, Wanted>, holders: readonly Holder[]): Promise<Pair[]> {
  const byId = new Map(holders.map((holder) => [holder.id, holder]))
  const pairs = new Map<string, Pair>()
  for (const [key, { members }] of wanted) {
    for (const [id, { ns, present }] of members) {
      const weight = present + (ns.length - present) * trashWeight
      pairs.set(`${id} ${key}`, { key, holder: byId.get(id)!, weight })
      await giveWay()
    }
  }
  for await (const slice of inSteps(holders)) {
    for (const holder of slice) addOwn(pairs, wanted, holder)
  }
  return [...pairs.values()]
}

function addOwn(pairs: Map<string, Pair>, wanted: ReadonlyMap<string, Wanted>, holder: Holder) {
  const { id, groupKey: key, others } = holder
  if (!wanted.has(key)) return
  // One that has the key and no book is taken rather than a new one: it was this group once.
  const known = pairs.get(`${id} ${key}`) ?? { key, holder, weight: 0 }
  pairs.set(`${id} ${key}`, { ...known, weight: known.weight + others })
}
