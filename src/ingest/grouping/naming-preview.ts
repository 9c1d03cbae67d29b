/** Previews changed naming settings. Stores nothing. */
import { iterateYielding, sortYielding, yieldToEventLoop } from '../../platform/lib/yield'
import {
  computeMetadataAgain,
  type RecomputedBook,
} from '../../catalog/books/scanned/recompute-metadata'
import type { Context } from '../../context'
import { checkRule, getRule } from '../../catalog/corrections/service'
import { convertRule, loadNaming } from '../../catalog/corrections/load-naming'
import { listLibraries, requireLibrary } from '../../catalog/libraries/service'
import { changedStrategies } from '../../catalog/libraries/settings'
import type { StrategiesBody } from '../../catalog/libraries/model'
import type { NameRule } from '../../media/filenames/corrections'
import { Cancelled, Semaphore } from '../../platform/lib/semaphore'
import { getBaseName } from '../../platform/lib/path-names'
import { createNaming } from '../../media/naming/naming'
import type { SeriesDraft } from '../../catalog/series/scanned/store-series'
import type { Viewer } from '../../accounts/permissions/model'
import type { ChangedBook, ChangedSeries, NamingPreview, RuleToPreview } from './model'
import { type SurveyRequest, type Survey, surveyLibrary } from './survey-library'
import { splitIntoSlices } from '../../platform/lib/slices'

const maxExamples = 50
/** All books are surveyed to determine their series, but only this many are compared in detail. */
const maxCompared = 5000
const booksPerSlice = 50

/**
 * A large library keeps a core busy for seconds, so previews run one at a time and stop when the
 * client disconnects.
 */
const previewSlots = new Semaphore(1, 8)

const runInSlot = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  previewSlots.run(signal, work).catch((error: unknown) => {
    throw signal.aborted ? new Cancelled() : error
  })

export const previewStrategies = (
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  { signal, ...wanted }: StrategiesBody & WithSignal,
): Promise<NamingPreview> =>
  runInSlot(signal, () => previewLibrary(ctx, viewer, libraryId, { signal, wanted }))

interface WithSignal {
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

async function previewLibrary(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  { signal, wanted }: WithSignal & { wanted: StrategiesBody },
): Promise<NamingPreview> {
  const library = await requireLibrary(ctx, viewer, libraryId)
  const { rules, roots } = await loadNaming(ctx.db, libraryId)
  const naming = createNaming(changedStrategies(library, wanted), rules, roots)
  return buildPreview(ctx, { libraryId, naming, about: undefined, signal })
}

/** Previews each library that the rule applies to. */
export const previewRule = (
  ctx: Context,
  viewer: Viewer,
  { signal, ...rule }: RuleToPreview & WithSignal,
): Promise<NamingPreview[]> =>
  runInSlot(signal, () => previewRuleInLibraries(ctx, viewer, rule, signal))

async function previewRuleInLibraries(
  ctx: Context,
  viewer: Viewer,
  { id, ...rule }: RuleToPreview,
  signal: AbortSignal,
): Promise<NamingPreview[]> {
  const libraryId = await checkRule(ctx, viewer, rule)
  const old = id === undefined ? undefined : convertRule(await getRule(ctx, viewer, id))
  const wanted: NameRule = { ...rule, id: id ?? Bun.randomUUIDv7() }
  const about = old ? [old, wanted] : [wanted]
  const ids =
    libraryId === null
      ? (await listLibraries(ctx, viewer, false)).map((library) => library.id)
      : [libraryId]
  const previews: NamingPreview[] = []
  for (const one of ids) {
    const { settings, rules, roots } = await loadNaming(ctx.db, one)
    const changed = old
      ? rules.map((present) => (present.id === old.id ? wanted : present))
      : [...rules, wanted]
    const naming = createNaming(settings, changed, roots)
    previews.push(await buildPreview(ctx, { libraryId: one, naming, about, signal }))
  }
  return previews
}

async function buildPreview(ctx: Context, request: SurveyRequest): Promise<NamingPreview> {
  const survey = await surveyLibrary(ctx.db, request)
  const { plan, ns, wanted } = survey
  const changes = await compareBooks(ctx, survey, request.signal)
  return {
    libraryId: request.libraryId,
    booksChecked: ns.length,
    booksMoved: plan.moves.filter(({ n }) => !survey.chosen.has(n)).length,
    ...changes,
    seriesKept: plan.seriesOf.size,
    seriesAdded: [...wanted.keys()].filter((key) => !plan.seriesOf.has(key)).length,
    seriesEmptied: plan.emptied.length,
    series: await listChangedSeries(survey),
  }
}

async function compareBooks(ctx: Context, survey: Survey, signal: AbortSignal | undefined) {
  const { naming, ns } = survey
  const seriesOf = await collectNewTitles(survey)
  const compared = ns.slice(0, maxCompared)
  const books: ChangedBook[] = []
  let booksRenamed = 0
  for (const slice of splitIntoSlices(compared, booksPerSlice)) {
    signal?.throwIfAborted()
    const all = (await computeMetadataAgain(ctx.db, naming, slice)).map((recomputed) =>
      buildChange(recomputed, seriesOf),
    )
    booksRenamed += all.filter(({ isRenamed }) => isRenamed).length
    const changed = all.filter(({ isRenamed, isMoved }) => isRenamed || isMoved)
    books.push(...changed.slice(0, maxExamples - books.length).map(({ shown }) => shown))
    await yieldToEventLoop()
  }
  return { booksRenamed, booksCompared: compared.length, books }
}

interface SeriesTitles {
  getTitle(seriesId: string): string
  /** Series titles of the books that would move, keyed by book number. */
  newTitles: Map<number, string>
}

async function collectNewTitles(survey: Survey): Promise<SeriesTitles> {
  const newTitles = new Map<number, string>()
  for await (const slice of iterateYielding(survey.plan.moves)) {
    for (const { n, draft } of slice)
      if (!survey.chosen.has(n)) newTitles.set(n, getNewTitle(survey, draft))
  }
  return { getTitle: (id) => survey.holders.get(id)?.title ?? '', newTitles }
}

/**
 * Returns the title that a series would have. Edited and unchanged series keep their title. Others
 * are named after their location.
 */
function getNewTitle({ plan, holders }: Survey, draft: SeriesDraft): string {
  const holder = holders.get(plan.seriesOf.get(draft.groupKey) ?? '')
  const isSame = holder?.groupKey === draft.groupKey && !draft.isCorrected
  const stays = holder && (holder.isEdited || isSame)
  return stays ? holder.title : draft.title
}

function buildChange(recomputed: RecomputedBook, series: SeriesTitles) {
  const { id, n, seriesId, relativePath, title, volume, chapter } = recomputed.before.book
  const before = { series: series.getTitle(seriesId), title, volume, chapter }
  const movedTo = series.newTitles.get(n)
  const changedBook = recomputed.after.book
  const names = {
    title: changedBook.title,
    volume: changedBook.volume,
    chapter: changedBook.chapter,
  }
  const after = { series: movedTo ?? before.series, ...names }
  return {
    isMoved: movedTo !== undefined,
    isRenamed: !Bun.deepEquals({ title, volume, chapter }, names),
    shown: { id, fileName: getBaseName(relativePath), before, after },
  }
}

/** Lists new, emptied and changed series, largest first. */
async function listChangedSeries(survey: Survey): Promise<ChangedSeries[]> {
  const { plan, wanted, holders } = survey
  const booksOf = await countBooks(wanted)
  const emptied = plan.emptied.map((id) => {
    const title = holders.get(id)?.title ?? null
    return { id, title, titleAfter: null, books: booksOf.get(id) ?? 0, booksAfter: 0 }
  })
  const changed: ChangedSeries[] = []
  for await (const slice of iterateYielding([...wanted.values()])) {
    for (const { draft, members } of slice) {
      const id = plan.seriesOf.get(draft.groupKey) ?? null
      const booksAfter = [...members.values()].reduce((sum, { present }) => sum + present, 0)
      const before = id === null ? undefined : holders.get(id)
      const books = before ? (booksOf.get(before.id) ?? 0) : 0
      const title = before?.title ?? null
      const one = { id, title, titleAfter: getNewTitle(survey, draft), books, booksAfter }
      if (title !== one.titleAfter || books !== booksAfter) changed.push(one)
    }
  }
  const largest = await sortYielding(
    [...emptied, ...changed],
    (a, b) => countAllBooks(b) - countAllBooks(a),
  )
  return largest.slice(0, maxExamples)
}

const countAllBooks = ({ books, booksAfter }: ChangedSeries) => books + booksAfter

async function countBooks(wanted: Survey['wanted']) {
  const booksOf = new Map<string, number>()
  for (const { members } of wanted.values()) {
    for (const [id, { present }] of members) booksOf.set(id, (booksOf.get(id) ?? 0) + present)
    await yieldToEventLoop()
  }
  return booksOf
}
