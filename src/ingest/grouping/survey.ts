/** Looks through the books of a library: which group does each belong to, by a way of reading names. */
import { listSaid } from '../../catalog/books/scanned/said'
import { giveWay, inSteps } from '../../platform/db/yield'
import type { Db } from '../../platform/db/store'
import { fits, type RulePattern } from '../../media/filenames/corrections'
import { getFolder, getBaseName } from '../../platform/lib/path-names'
import type { Naming } from '../../media/naming/naming'
import { type Root, seriesOfPath } from '../scanning/read/describe'
import { type Holder, type Plan, planGroups, type Wanted } from './plan'
import { listHolders, listPlaces, listRoots, listSeries, type Place } from './queries'

export interface Survey {
  naming: Naming
  wanted: Map<string, Wanted>
  holders: Map<string, Holder>
  plan: Plan
  /** Every book that was looked at. */
  ns: number[]
}

/** What to look through. */
export interface Ask {
  libraryId: string
  naming: Naming
  /** Only series with a book of such a name; undefined: all. */
  about: readonly RulePattern[] | undefined
  signal?: AbortSignal
}

const atOnce = 500

export async function surveyLibrary(db: Db, ask: Ask): Promise<Survey> {
  let concerned = ask.about && (await findConcerned(db, ask, ask.about))
  for (let widened = 0; ; widened++) {
    const survey = await look(db, ask, concerned)
    // Whoever gets new neighbours is looked at whole; after some steps everybody is.
    const others = [...survey.holders.values()].filter(({ others: count }) => count > 0)
    if (others.length === 0) return survey
    concerned =
      widened < maxWidened ? concerned?.union(new Set(others.map(({ id }) => id))) : undefined
  }
}

const maxWidened = 5

async function look(db: Db, ask: Ask, concerned: Set<string> | undefined): Promise<Survey> {
  const { libraryId, naming } = ask
  const roots = await listRoots(db, libraryId)
  const wanted = new Map<string, Wanted>()
  const ns: number[] = []
  if (concerned?.size !== 0) {
    for await (const places of pagesOf(db, ask)) {
      const own = concerned ? places.filter(({ seriesId }) => concerned.has(seriesId)) : places
      await group(db, { naming, roots }, own, wanted)
      for (const { n } of own) ns.push(n)
    }
  }
  const holders = await findHolders(db, libraryId, wanted)
  return { naming, wanted, holders, plan: await planGroups(wanted, [...holders.values()]), ns }
}

async function* pagesOf(db: Db, { libraryId, signal }: Ask) {
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const places = await listPlaces(db, libraryId, { after, limit: atOnce })
    if (places.length > 0) yield places
    if (places.length < atOnce) return
    after = places.at(-1)!.n
    await giveWay()
  }
}

/** Series that have at least one book whose name one of these patterns is about. */
async function findConcerned(db: Db, ask: Ask, about: readonly RulePattern[]) {
  const concerned = new Set<string>()
  for await (const places of pagesOf(db, ask)) {
    for (const { seriesId, path } of places) {
      const place = { fileName: getBaseName(path), folderName: getFolder(path) }
      if (about.some((rule) => fits(rule, place))) concerned.add(seriesId)
      await giveWay()
    }
  }
  return concerned
}

async function group(
  db: Db,
  { naming, roots }: { naming: Naming; roots: Map<string, Root> },
  places: readonly Place[],
  wanted: Map<string, Wanted>,
) {
  const asked = places.map(({ n, rootId, path }) => ({ n, rootId, relativePath: path }))
  const sayings = naming.grouping.asksFiles ? await listSaid(db, asked) : undefined
  for (const { n, seriesId, rootId, path, isPresent } of places) {
    const root = roots.get(rootId)
    if (!root) continue
    const draft = seriesOfPath(naming, root, path, sayings?.get(n))
    const one = wanted.get(draft.groupKey) ?? { draft, members: new Map() }
    const members = one.members.get(seriesId) ?? { ns: [], present: 0 }
    members.ns.push(n)
    members.present += isPresent
    one.members.set(seriesId, members)
    wanted.set(draft.groupKey, one)
    await giveWay()
  }
}

/** Every series that has one of these books, or the key of one of these groups. */
async function findHolders(db: Db, libraryId: string, wanted: Map<string, Wanted>) {
  const looked = new Map<string, number>()
  for (const { members } of wanted.values()) {
    for (const [id, { present }] of members) looked.set(id, (looked.get(id) ?? 0) + present)
    await giveWay()
  }
  const holders = new Map<string, Holder>()
  const note = (rows: Awaited<ReturnType<typeof listSeries>>) => {
    for (const { id, groupKey, title, bookCount, locks } of rows) {
      const others = looked.has(id) ? 0 : bookCount
      holders.set(id, { id, groupKey, title, others, isEdited: locks.length > 0 })
    }
  }
  for await (const ids of inSteps([...looked.keys()])) note(await listSeries(db, ids))
  for await (const keys of inSteps([...wanted.keys()])) {
    note(await listHolders(db, libraryId, keys))
  }
  return holders
}
