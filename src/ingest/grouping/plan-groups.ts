/** Assigns groups of books to series so that as few books as possible move. Pure. */
import { iterateYielding, sortYielding, yieldToEventLoop } from '../../platform/lib/yield'
import type { SeriesDraft } from '../../catalog/series/scanned/store-series'

/** Books of a group, keyed by their current series. */
export interface Wanted {
  draft: SeriesDraft
  members: Map<string, Members>
}

interface Members {
  ns: number[]
  /** Number of books outside the trash. */
  present: number
}

export interface Holder {
  id: string
  groupKey: string
  title: string
  /** Number of books that are not in the survey. They stay, so the series keeps its key. */
  others: number
  isEdited: boolean
}

interface Move {
  n: number
  from: string
  draft: SeriesDraft
  /** The book and all others that move with it are in the trash. */
  isTrashed: boolean
}

export interface Plan {
  /** Series ID by group key. Absent for a new series. */
  seriesOf: Map<string, string>
  /** Series that get the key of a different group. */
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

/**
 * Plans which books move and which series get new keys. `holders` are all series that contain books
 * of one of these groups or have its key.
 */
export async function planGroups(
  wanted: Map<string, Wanted>,
  holders: readonly Holder[],
): Promise<Plan> {
  const seriesOf = await assignSeries(wanted, holders)
  const assignedSeries = new Map([...seriesOf].map(([key, id]) => [id, key]))
  const keyBySeries = new Map(holders.map((holder) => [holder.id, holder.groupKey]))
  const plan: Plan = { seriesOf, rekeyed: [], moves: [], emptied: [] }
  for (const [key, { draft, members }] of wanted) {
    const seriesId = seriesOf.get(key)
    if (seriesId !== undefined && keyBySeries.get(seriesId) !== key)
      plan.rekeyed.push({ seriesId, draft })
    for (const [from, { ns, present }] of members) {
      if (from === seriesId) continue
      for (const n of ns) plan.moves.push({ n, from, draft, isTrashed: present === 0 })
      await yieldToEventLoop()
    }
  }
  const losingSeries = new Set(plan.moves.map(({ from }) => from))
  plan.emptied = holders
    .filter(({ id, others }) => losingSeries.has(id) && others === 0 && !assignedSeries.has(id))
    .map(({ id }) => id)
  return plan
}

/** Assigns the strongest matches first: most books, then same key, then edited, then oldest. */
async function assignSeries(
  wanted: Map<string, Wanted>,
  holders: readonly Holder[],
): Promise<Map<string, string>> {
  const pairs = await sortYielding(
    await buildPairs(wanted, holders),
    (a, b) =>
      b.weight - a.weight ||
      Number(hasSameKey(b)) - Number(hasSameKey(a)) ||
      Number(b.holder.isEdited) - Number(a.holder.isEdited) ||
      (a.holder.id < b.holder.id ? -1 : 1),
  )
  const seriesOf = new Map<string, string>()
  const taken = new Set<string>()
  for await (const slice of iterateYielding(pairs)) {
    for (const { key, holder } of slice) {
      if (seriesOf.has(key) || taken.has(holder.id)) continue
      seriesOf.set(key, holder.id)
      taken.add(holder.id)
    }
  }
  return seriesOf
}

const hasSameKey = ({ key, holder }: Pair) => holder.groupKey === key
const trashWeight = 0.001

async function buildPairs(
  wanted: Map<string, Wanted>,
  holders: readonly Holder[],
): Promise<Pair[]> {
  const byId = new Map(holders.map((holder) => [holder.id, holder]))
  const pairs = new Map<string, Pair>()
  for (const [key, { members }] of wanted) {
    for (const [id, { ns, present }] of members) {
      const weight = present + (ns.length - present) * trashWeight
      pairs.set(`${id} ${key}`, { key, holder: byId.get(id)!, weight })
      await yieldToEventLoop()
    }
  }
  for await (const slice of iterateYielding(holders)) {
    for (const holder of slice) addKeyHolder(pairs, wanted, holder)
  }
  return [...pairs.values()]
}

function addKeyHolder(
  pairs: Map<string, Pair>,
  wanted: ReadonlyMap<string, Wanted>,
  holder: Holder,
) {
  const { id, groupKey: key, others } = holder
  if (!wanted.has(key)) return
  // Reuses a series that has the key but no books, instead of creating a new one.
  const known = pairs.get(`${id} ${key}`) ?? { key, holder, weight: 0 }
  pairs.set(`${id} ${key}`, { ...known, weight: known.weight + others })
}
