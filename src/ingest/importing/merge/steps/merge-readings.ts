/** Merges people's reading progress. */
import type { Db, Tx } from '../../../../platform/db/store'
import type { Reading } from '../../../../reading/progress/copies/combine-reading'
import {
  hasOwnReading,
  type ImportedReading,
  importedDevice,
  type PlannedReading,
  planImportedReading,
} from '../../../../reading/progress/imported/plan-imported-reading'
import {
  loadReadings,
  nameImportedDevice,
  storeImportedReadings,
} from '../../../../reading/progress/imported/store-imported-readings'
import { refreshSeriesProgress } from '../../../../reading/progress/series/series-progress'
import type { KnownBook } from '../../match/book-index'
import type { ForeignReading } from '../../neutral-form'
import { buildOrigin } from '../facts'
import { type ImportedPerson, type ImportRun, runStep, sliceIterable } from '../import-run'
import { findKnownOrigins, insertFacts, insertWaiting } from '../queries'
import { count, type Outcome } from '../report'
import { releaseMemory } from '../../release-memory'
import { toWaitingBook } from '../waiting-facts'

const readingsAtOnce = 200

export async function mergeReadings(run: ImportRun) {
  let done = 0
  for (const slice of sliceIterable(run.source.readings(), readingsAtOnce)) {
    await run.watch.onStep?.('progress', done)
    await runStep(run, (db, tx) => mergeSlice(run, slice, { db, tx }))
    releaseMemory()
    done += slice.length
  }
}

interface Handles {
  db: Db
  /** undefined in a preview. */
  tx: Tx | undefined
}

interface PlacedReading {
  reading: ForeignReading
  person: ImportedPerson
  origin: string
}

async function mergeSlice(run: ImportRun, slice: readonly ForeignReading[], handles: Handles) {
  const placed = slice.flatMap((reading): PlacedReading[] => {
    const person = run.people.get(reading.personId)
    return person ? [{ reading, person, origin: buildReadingOrigin(run, reading, person) }] : []
  })
  const known = await findKnownOrigins(
    handles.db,
    placed.map(({ origin }) => origin),
  )
  for (const { reading, person } of placed.filter(({ origin }) => known.has(origin))) {
    countAll(person, reading, 'same')
  }
  const fresh = placed.filter(({ origin }) => !known.has(origin))
  await keepWaiting(run, fresh, handles)
  const found = fresh.flatMap((one) => {
    const match = run.matched.books.get(one.reading.bookId)
    return match ? [{ ...one, ...match }] : []
  })
  for (const round of splitByBook(found)) await mergeRound(run, round, handles)
}

const buildReadingOrigin = (
  { source }: Pick<ImportRun, 'source'>,
  { foreignId, completions, position }: Omit<ForeignReading, 'personId' | 'bookId'>,
  { userId }: Pick<ImportedPerson, 'userId'>,
) => {
  const times = completions.map(({ completedAt }) => completedAt.getTime())
  const place = position ? [position.at.getTime(), position.page, position.fraction] : []
  return buildOrigin(source, 'reading', foreignId, userId, ...times, ...place)
}

function countAll(
  { report }: Pick<ImportedPerson, 'report'>,
  { completions, position }: Pick<ForeignReading, 'completions' | 'position'>,
  outcome: Outcome,
) {
  if (completions.length > 0) count(report.completed, outcome, completions.length)
  if (position) count(report.positions, outcome)
}

async function keepWaiting(run: ImportRun, fresh: readonly PlacedReading[], { tx }: Handles) {
  const rows = fresh.flatMap(({ reading, person, origin }, place) => {
    const other = run.matched.others.get(reading.bookId)
    if (!other) return []
    countAll(person, reading, other.outcome)
    const { personId: _, bookId: foreignBookId, ...rest } = reading
    return {
      importId: run.importId!,
      userId: person.userId,
      origin,
      foreignBookId,
      book: toWaitingBook(other.book),
      value: { kind: 'reading' as const, reading: rest },
      place,
      createdAt: run.now,
    }
  })
  if (tx) await insertWaiting(tx, rows)
}

interface FoundReading {
  reading: Omit<ForeignReading, 'personId' | 'bookId'>
  person: Pick<ImportedPerson, 'userId' | 'report'>
  origin: string
  book: Pick<KnownBook, 'id' | 'seriesId' | 'pageCount'>
  /** Page count in the other program. */
  pageCount: number | null
}

/** Splits readings so that each round has at most one reading per person and book. */
function splitByBook(found: readonly FoundReading[]): FoundReading[][] {
  const rounds: FoundReading[][] = []
  const counts = new Map<string, number>()
  for (const one of found) {
    const key = `${one.person.userId} ${one.book.id}`
    const round = counts.get(key) ?? 0
    counts.set(key, round + 1)
    ;(rounds[round] ??= []).push(one)
  }
  return rounds
}

interface MergedRun extends Pick<ImportRun, 'now' | 'importId'> {
  source: Pick<ImportRun['source'], 'kind'>
}

export async function mergeRound(
  run: MergedRun,
  found: readonly FoundReading[],
  { db, tx }: Handles,
) {
  const planned = await planAll(run, found, db)
  for (const { person, reading, plan } of planned) countPlan(person, reading, plan)
  if (!tx) return
  const added = await storeImportedReadings(
    tx,
    planned.map(({ person, book, plan }) => ({
      userId: person.userId!,
      bookId: book.id,
      seriesId: book.seriesId,
      planned: plan,
    })),
  )
  const facts = planned.map(({ person, book, origin, target, plan, device }, index) => ({
    importId: run.importId!,
    origin,
    kind: 'reading' as const,
    userId: person.userId,
    itemId: book.id,
    added: {
      ...added[index]!,
      device,
      hadOwnReading: hasOwnReading(target),
      before: target.progress ?? null,
      after: plan.progress ?? target.progress ?? null,
    },
  }))
  await insertFacts(tx, facts)
  await nameDevices(tx, planned)
  await refreshSeries(tx, planned)
}

interface Planned extends FoundReading {
  target: Reading
  plan: PlannedReading
  device: string
}

const nothing: Reading = { progress: undefined, completions: [], events: [] }

async function planAll(
  { source, now }: MergedRun,
  found: readonly FoundReading[],
  db: Db,
): Promise<Planned[]> {
  const planned: Planned[] = []
  for (const [userId, ofUser] of Map.groupBy(found, ({ person }) => person.userId)) {
    const ids = ofUser.map(({ book }) => book.id)
    const known = userId === null ? new Map<string, Reading>() : await loadReadings(db, userId, ids)
    for (const one of ofUser) {
      const target = known.get(one.book.id) ?? nothing
      const device = `${importedDevice}${source.kind}${one.reading.device ? `:${one.reading.device.id}` : ''}`
      const { pageCount } = one.book
      const plan = planImportedReading(target, adaptPages(one, device), { pageCount, now })
      planned.push({ ...one, target, plan, device })
    }
  }
  return planned
}

/**
 * Removes the page if the two files have different page counts and there is a fraction, so that
 * the fraction is used.
 */
function adaptPages({ reading, book, pageCount }: FoundReading, device: string): ImportedReading {
  const { completions } = reading
  const position = reading.position && keepBeforeEnd(reading.position, book.pageCount)
  const isSameLength = pageCount === null || pageCount === book.pageCount || book.pageCount === 0
  if (!position || isSameLength || position.fraction === null)
    return { completions, position, device }
  return { completions, position: { ...position, page: null }, device }
}

/** Clearly below the share at which a book counts as completed. */
const lastShare = 0.9

function keepBeforeEnd(position: NonNullable<ForeignReading['position']>, pageCount: number) {
  const { page, isOfOtherFile } = position
  if (!isOfOtherFile || page === null || pageCount === 0) return position
  const last = Math.floor(pageCount * lastShare)
  return last === 0 ? null : { ...position, page: Math.min(page, last) }
}

function countPlan(
  { report }: Pick<ImportedPerson, 'report'>,
  { completions, position }: Pick<ForeignReading, 'completions' | 'position'>,
  { outcomes }: PlannedReading,
) {
  for (const outcome of outcomes.slice(0, completions.length)) count(report.completed, outcome)
  if (position) count(report.positions, outcomes[completions.length] ?? 'not_possible')
}

async function nameDevices(tx: Tx, planned: readonly Planned[]) {
  const names = new Map<string, { userId: string; deviceId: string; name: string }>()
  for (const { person, reading, device: deviceId, plan } of planned) {
    if (!reading.device || plan.events.length === 0) continue
    const userId = person.userId!
    names.set(`${userId} ${deviceId}`, { userId, deviceId, name: reading.device.name })
  }
  for (const name of names.values()) await nameImportedDevice(tx, name)
}

async function refreshSeries(tx: Tx, planned: readonly Planned[]) {
  const changed = planned.filter(({ plan }) => plan.progress !== undefined)
  for (const [userId, ofUser] of Map.groupBy(changed, ({ person }) => person.userId!)) {
    const seriesIds = [...new Set(ofUser.map(({ book }) => book.seriesId))]
    await refreshSeriesProgress(tx, seriesIds, userId)
  }
}
