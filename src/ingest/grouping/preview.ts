/** What would change if names were read in another way. Nothing is stored. */
import { retell, type Retold } from '../../catalog/books/scanned/settle-anew'
import type { Context } from '../../context'
import { checkRule, getRule } from '../../catalog/corrections/service'
import { asRule, loadNaming } from '../../catalog/corrections/load'
import { listLibraries, requireLibrary } from '../../catalog/libraries/service'
import { changedStrategies } from '../../catalog/libraries/settings'
import type { StrategiesBody } from '../../catalog/libraries/model'
import type { NameRule } from '../../media/filenames/corrections'
import { Cancelled, Semaphore } from '../../platform/lib/semaphore'
import { giveWay, inSteps, sortInSteps } from '../../platform/db/yield'
import { getBaseName } from '../../platform/lib/path-names'
import { namingOf } from '../../media/naming/naming'
import { breathe } from '../scanning/run'
import type { SeriesDraft } from '../../catalog/series/scanned/intake'
import type { Viewer } from '../../accounts/permissions/model'
import type { ChangedBook, ChangedSeries, NamingPreview, RuleToPreview } from './model'
import { type Ask, type Survey, surveyLibrary } from './survey'
import { splitIntoSlices } from '../../platform/lib/slices'

const maxExamples = 50
/** Every book is looked at for its series; what is said of it only for so many. */
const maxCompared = 5000
const comparedAtOnce = 50

/** A library of many books keeps a core busy for seconds: one at a time, and whoever has left is forgotten. */
const turns = new Semaphore(1, 8)

const inTurn = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  turns.run(signal, work).catch((error: unknown) => {
    throw signal.aborted ? new Cancelled() : error
  })

export const previewStrategies = (
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  { signal, ...wanted }: StrategiesBody & Heard,
): Promise<NamingPreview> =>
  inTurn(signal, () => previewOf(ctx, viewer, libraryId, { signal, wanted }))

interface Heard {
  /** Of the request that waits for the answer. */
  signal: AbortSignal
}

async function previewOf(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  { signal, wanted }: Heard & { wanted: StrategiesBody },
): Promise<NamingPreview> {
  const library = await requireLibrary(ctx, viewer, libraryId)
  const { rules } = await loadNaming(ctx.db, libraryId)
  const naming = namingOf(changedStrategies(library, wanted), rules)
  return preview(ctx, { libraryId, naming, about: undefined, signal })
}

/** For each library in which the correction would count. */
export const previewRule = (
  ctx: Context,
  viewer: Viewer,
  { signal, ...rule }: RuleToPreview & Heard,
): Promise<NamingPreview[]> => inTurn(signal, () => previewsOf(ctx, viewer, rule, signal))

async function previewsOf(
  ctx: Context,
  viewer: Viewer,
  { id, ...rule }: RuleToPreview,
  signal: AbortSignal,
): Promise<NamingPreview[]> {
  const libraryId = await checkRule(ctx, viewer, rule)
  const old = id === undefined ? undefined : asRule(await getRule(ctx, viewer, id))
  const wanted: NameRule = { ...rule, id: id ?? Bun.randomUUIDv7() }
  const about = old ? [old, wanted] : [wanted]
  const ids =
    libraryId === null
      ? (await listLibraries(ctx, viewer, false)).map((library) => library.id)
      : [libraryId]
  const previews: NamingPreview[] = []
  for (const one of ids) {
    const { settings, rules } = await loadNaming(ctx.db, one)
    const changed = old
      ? rules.map((present) => (present.id === old.id ? wanted : present))
      : [...rules, wanted]
    const naming = namingOf(settings, changed)
    previews.push(await preview(ctx, { libraryId: one, naming, about, signal }))
  }
  return previews
}

async function preview(ctx: Context, ask: Ask): Promise<NamingPreview> {
  const survey = await surveyLibrary(ctx.db, ask)
  const { plan, ns, wanted } = survey
  const changes = await compare(ctx, survey, ask.signal)
  return {
    libraryId: ask.libraryId,
    booksLookedAt: ns.length,
    booksMoved: plan.moves.length,
    ...changes,
    seriesKept: plan.seriesOf.size,
    seriesAdded: [...wanted.keys()].filter((key) => !plan.seriesOf.has(key)).length,
    seriesEmptied: plan.emptied.length,
    series: await changedSeries(survey),
  }
}

async function compare(ctx: Context, survey: Survey, signal: AbortSignal | undefined) {
  const { naming, ns } = survey
  const seriesOf = await titlesAfter(survey)
  const compared = ns.slice(0, maxCompared)
  const books: ChangedBook[] = []
  let booksRenamed = 0
  for (const slice of splitIntoSlices(compared, comparedAtOnce)) {
    signal?.throwIfAborted()
    const all = (await retell(ctx.db, naming, slice)).map((retold) => changeOf(retold, seriesOf))
    booksRenamed += all.filter(({ isRenamed }) => isRenamed).length
    const changed = all.filter(({ isRenamed, isMoved }) => isRenamed || isMoved)
    books.push(...changed.slice(0, maxExamples - books.length).map(({ shown }) => shown))
    await breathe()
  }
  return { booksRenamed, booksCompared: compared.length, books }
}

interface SeriesTitles {
  of(seriesId: string): string
  /** Only of books that would move. */
  after: Map<number, string>
}

async function titlesAfter(survey: Survey): Promise<SeriesTitles> {
  const after = new Map<number, string>()
  for await (const slice of inSteps(survey.plan.moves)) {
    for (const { n, draft } of slice) after.set(n, titleAfter(survey, draft))
  }
  return { of: (id) => survey.holders.get(id)?.title ?? '', after }
}

/** What a person wrote about a series stays; others are called as their place says. */
function titleAfter({ plan, holders }: Survey, draft: SeriesDraft): string {
  const holder = holders.get(plan.seriesOf.get(draft.groupKey) ?? '')
  const isSame = holder?.groupKey === draft.groupKey && !draft.isCorrected
  const stays = holder && (holder.isEdited || isSame)
  return stays ? holder.title : draft.title
}

function changeOf(retold: Retold, series: SeriesTitles) {
  const { id, n, seriesId, relativePath, title, volume, chapter } = retold.before.book
  const before = { series: series.of(seriesId), title, volume, chapter }
  const movedTo = series.after.get(n)
  const told = retold.after.book
  const names = { title: told.title, volume: told.volume, chapter: told.chapter }
  const after = { series: movedTo ?? before.series, ...names }
  return {
    isMoved: movedTo !== undefined,
    isRenamed: !Bun.deepEquals({ title, volume, chapter }, names),
    shown: { id, fileName: getBaseName(relativePath), before, after },
  }
}

/** The new ones, those that go, and those that stand for other books, the largest first. */
async function changedSeries(survey: Survey): Promise<ChangedSeries[]> {
  const { plan, wanted, holders } = survey
  const booksOf = await countBooks(wanted)
  const emptied = plan.emptied.map((id) => {
    const title = holders.get(id)?.title ?? null
    return { id, title, titleAfter: null, books: booksOf.get(id) ?? 0, booksAfter: 0 }
  })
  const changed: ChangedSeries[] = []
  for await (const slice of inSteps([...wanted.values()])) {
    for (const { draft, members } of slice) {
      const id = plan.seriesOf.get(draft.groupKey) ?? null
      const booksAfter = [...members.values()].reduce((sum, { present }) => sum + present, 0)
      const before = id === null ? undefined : holders.get(id)
      const books = before ? (booksOf.get(before.id) ?? 0) : 0
      const title = before?.title ?? null
      const one = { id, title, titleAfter: titleAfter(survey, draft), books, booksAfter }
      if (title !== one.titleAfter || books !== booksAfter) changed.push(one)
    }
  }
  const largest = await sortInSteps([...emptied, ...changed], (a, b) => sizeOf(b) - sizeOf(a))
  return largest.slice(0, maxExamples)
}

const sizeOf = ({ books, booksAfter }: ChangedSeries) => books + booksAfter

async function countBooks(wanted: Survey['wanted']) {
  const booksOf = new Map<string, number>()
  for (const { members } of wanted.values()) {
    for (const [id, { present }] of members) booksOf.set(id, (booksOf.get(id) ?? 0) + present)
    await giveWay()
  }
  return booksOf
}
