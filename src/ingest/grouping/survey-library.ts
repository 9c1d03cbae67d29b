/**
 * Surveys the books of a library: determines the group of each book under the given naming
 * settings.
 */
import { iterateYielding, yieldToEventLoop } from '../../platform/lib/yield'
import { listFileMetadata } from '../../catalog/books/scanned/list-file-metadata'
import type { Db } from '../../platform/db/store'
import { matchesPlace, type RulePattern } from '../../media/filenames/corrections'
import { getFolder, getBaseName } from '../../platform/lib/path-names'
import type { Naming } from '../../media/naming/naming'
import { type Root, buildSeriesDraft } from '../scanning/read/series-draft'
import { type Holder, type Plan, planGroups, type Wanted } from './plan-groups'
import {
  listKeyHolders,
  listBookPlaces,
  listRootPaths,
  listSeriesHolders,
  type Place,
} from './queries'

export interface Survey {
  naming: Naming
  wanted: Map<string, Wanted>
  holders: Map<string, Holder>
  plan: Plan
  /** Numbers of all surveyed books. */
  ns: number[]
  /** Books whose series was chosen manually. Only their scanned series can change. */
  chosen: Set<number>
}

/** Scope and naming settings of a survey. */
export interface SurveyRequest {
  libraryId: string
  naming: Naming
  /** Includes only series with a book that matches one of these patterns, or all if undefined. */
  about: readonly RulePattern[] | undefined
  signal?: AbortSignal
}

const booksPerPage = 500

export async function surveyLibrary(db: Db, request: SurveyRequest): Promise<Survey> {
  let matchingSeries = request.about && (await findMatchingSeries(db, request, request.about))
  for (let rounds = 0; ; rounds++) {
    const survey = await surveySeries(db, request, matchingSeries)
    // A series that gains books is surveyed completely. After a few rounds, all series are
    // surveyed.
    const others = [...survey.holders.values()].filter(({ others: count }) => count > 0)
    if (others.length === 0) return survey
    matchingSeries =
      rounds < maxRounds ? matchingSeries?.union(new Set(others.map(({ id }) => id))) : undefined
  }
}

const maxRounds = 5

async function surveySeries(
  db: Db,
  request: SurveyRequest,
  matchingSeries: Set<string> | undefined,
): Promise<Survey> {
  const { libraryId, naming } = request
  const roots = await listRootPaths(db, libraryId)
  const wanted = new Map<string, Wanted>()
  const ns: number[] = []
  const chosen = new Set<number>()
  if (matchingSeries?.size !== 0) {
    for await (const places of listPages(db, request)) {
      const matching = matchingSeries
        ? places.filter(({ seriesId }) => matchingSeries.has(seriesId))
        : places
      await addToGroups(db, { naming, roots }, matching, wanted)
      for (const { n } of matching) ns.push(n)
      for (const { n } of matching.filter(({ isChosen }) => isChosen)) chosen.add(n)
    }
  }
  const holders = await findHolders(db, libraryId, wanted)
  const plan = await planGroups(wanted, [...holders.values()])
  return { naming, wanted, holders, plan, ns, chosen }
}

async function* listPages(db: Db, { libraryId, signal }: SurveyRequest) {
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const places = await listBookPlaces(db, libraryId, { after, limit: booksPerPage })
    if (places.length > 0) yield places
    if (places.length < booksPerPage) return
    after = places.at(-1)!.n
    await yieldToEventLoop()
  }
}

/** Finds series with at least one book that matches one of these patterns. */
async function findMatchingSeries(db: Db, request: SurveyRequest, about: readonly RulePattern[]) {
  const matchingSeries = new Set<string>()
  for await (const places of listPages(db, request)) {
    for (const { seriesId, path } of places) {
      const place = { fileName: getBaseName(path), folderName: getFolder(path) }
      if (about.some((rule) => matchesPlace(rule, place))) matchingSeries.add(seriesId)
      await yieldToEventLoop()
    }
  }
  return matchingSeries
}

async function addToGroups(
  db: Db,
  { naming, roots }: { naming: Naming; roots: Map<string, Root> },
  places: readonly Place[],
  wanted: Map<string, Wanted>,
) {
  const booksToRead = places
    .filter(({ path }) => naming.grouping.usesMetadata?.(path))
    .map(({ n, rootId, path }) => ({ n, rootId, relativePath: path }))
  const metadataByBook =
    booksToRead.length > 0 ? await listFileMetadata(db, booksToRead) : undefined
  for (const { n, seriesId, rootId, path, isPresent } of places) {
    const root = roots.get(rootId)
    if (!root) continue
    const draft = buildSeriesDraft(naming, root, path, metadataByBook?.get(n))
    const one = wanted.get(draft.groupKey) ?? { draft, members: new Map() }
    const members = one.members.get(seriesId) ?? { ns: [], present: 0 }
    members.ns.push(n)
    members.present += isPresent
    one.members.set(seriesId, members)
    wanted.set(draft.groupKey, one)
    await yieldToEventLoop()
  }
}

/** Finds all series that contain one of these books or have the key of one of these groups. */
async function findHolders(db: Db, libraryId: string, wanted: Map<string, Wanted>) {
  const surveyedCounts = new Map<string, number>()
  for (const { members } of wanted.values()) {
    for (const [id, { present }] of members)
      surveyedCounts.set(id, (surveyedCounts.get(id) ?? 0) + present)
    await yieldToEventLoop()
  }
  const holders = new Map<string, Holder>()
  const addHolders = (rows: Awaited<ReturnType<typeof listSeriesHolders>>) => {
    for (const { id, groupKey, title, bookCount, locks } of rows) {
      const others = surveyedCounts.has(id) ? 0 : bookCount
      holders.set(id, { id, groupKey, title, others, isEdited: locks.length > 0 })
    }
  }
  for await (const ids of iterateYielding([...surveyedCounts.keys()]))
    addHolders(await listSeriesHolders(db, ids))
  for await (const keys of iterateYielding([...wanted.keys()])) {
    addHolders(await listKeyHolders(db, libraryId, keys))
  }
  return holders
}
