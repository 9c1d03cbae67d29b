/**
 * Merges reading data from another program into the existing reading data of the same book. Pure.
 * Completions are only added, never removed, and a position never moves backward.
 *
 * | here                              | completions from elsewhere       | position from elsewhere        |
 * |-----------------------------------|----------------------------------|--------------------------------|
 * | nothing, or only imported reading | all are put in order of time     | all are put in order of time   |
 * | own reading                       | older ones are added to the past | moves forward if it is newer   |
 *
 * A completion within 24 hours of another one counts as the same completion, because several
 * programs may have recorded it. Pass numbers never change, so an older completion gets a free one.
 */
import { completePosition } from '../apply-reading-events'
import type { LoggedEvent, Reading } from '../copies/combine-reading'
import { type Act, compareActs, getEarlier, type Place, sameReadingMs, walkActs } from './walk-acts'

export interface ImportedReading {
  completions: readonly ImportedCompletion[]
  position: ImportedPosition | null
  /** ID of the device, which starts with `import:`. */
  device: string
}

interface ImportedCompletion {
  startedAt: Date | null
  completedAt: Date
  /**
   * True if the time is only approximate. Such a completion is not added if the book has already
   * been completed.
   */
  isUndated?: boolean
}

export interface ImportedPosition {
  page: number | null
  fraction: number | null
  locator: Record<string, unknown> | null
  startedAt: Date | null
  at: Date
}

type Completion = Reading['completions'][number]
type Position = NonNullable<Reading['progress']>
type Outcome = 'new' | 'same' | 'older'

export interface PlannedReading {
  completions: Completion[]
  events: LoggedEvent[]
  /** The resulting position, or undefined if it does not change. */
  progress: Position | undefined
  /**
   * One outcome for each completion, in order of time, and then one for the position. Those with
   * times in the future are omitted.
   */
  outcomes: Outcome[]
}

interface PlannedBook {
  pageCount: number
  now: Date
}

export const importedDevice = 'import:'
const completedFraction = 0.98

export function planImportedReading(
  target: Reading,
  imported: ImportedReading,
  book: PlannedBook,
): PlannedReading {
  const acts = listActs(imported, book)
  const fresh = acts.filter((act) => !isKnownAct(act, target, acts))
  const before = hasOwnReading(target) ? target.progress : undefined
  const stored = before ? [] : listStoredActs(target, book)
  const place = walkActs([...stored, ...fresh], { target, before })
  const completions = fresh
    .filter(isCompletion)
    .map((act) => toCompletion(act, place.starts.get(act)))
  return {
    completions,
    events: fresh.map((act) => toEvent(act, imported.device, book.now)),
    progress: buildProgress(target, { place: place.end, completions, book }),
    outcomes: acts.map((act) =>
      judge(act, { isFresh: fresh.includes(act), target, end: place.end }),
    ),
  }
}

/** Recomputes the position from imported reading alone. Returns undefined if there is none. */
export function recomputeImported(target: Reading, book: PlannedBook): Position | undefined {
  const place = walkActs(listStoredActs(target, book), { target, before: undefined })
  return (
    place.end &&
    buildProgress({ ...target, progress: undefined }, { place: place.end, completions: [], book })
  )
}

/** Returns whether there is reading data that was recorded here rather than imported. */
export const hasOwnReading = ({ events, progress }: Reading): boolean =>
  events.some(({ device }) => !device?.startsWith(importedDevice)) ||
  (events.length === 0 && progress !== undefined)

const isCompletion = ({ kind }: Act) => kind === 'completed'

function listActs({ completions, position }: ImportedReading, { pageCount, now }: PlannedBook) {
  const end = { page: Math.max(pageCount, 1), fraction: 1, locator: null }
  const acts: Act[] = completions
    .filter(({ completedAt }) => completedAt <= now)
    .map(({ startedAt, completedAt, isUndated }) => ({
      ...end,
      kind: 'completed',
      at: completedAt,
      startedAt,
      pass: undefined,
      isUndated,
    }))
  if (!position || position.at > now) return acts.toSorted(compareActs)
  const { page, fraction, locator, ...times } = position
  const point = completePosition(page, fraction, pageCount)
  const isAtEnd = point.fraction >= completedFraction
  const act: Act = isAtEnd
    ? { ...times, ...end, kind: 'completed', pass: undefined }
    : { ...times, ...point, locator, kind: 'position', pass: undefined }
  return [...acts.toSorted(compareActs), act]
}

function isKnownAct(act: Act, target: Reading, acts: readonly Act[]): boolean {
  if (act.kind === 'completed') {
    const earlier = acts.slice(0, acts.indexOf(act)).filter(isCompletion)
    return (
      (act.isUndated === true && target.completions.length + earlier.length > 0) ||
      target.completions.some(({ completedAt }) => isSameReading(completedAt, act.at)) ||
      earlier.some(({ at }) => isSameReading(at, act.at))
    )
  }
  return target.events.some(
    (event) => event.happenedAt.getTime() === act.at.getTime() && event.fraction === act.fraction,
  )
}

const isSameReading = (one: Date, other: Date) =>
  Math.abs(one.getTime() - other.getTime()) < sameReadingMs

/** Lists the completions and positions that imports have added. */
function listStoredActs(
  { completions, events, progress }: Reading,
  { pageCount }: PlannedBook,
): Act[] {
  const end = { page: Math.max(pageCount, 1), fraction: 1, locator: null }
  const done = completions.map(({ pass, startedAt, completedAt }): Act => ({
    ...end,
    kind: 'completed',
    at: completedAt,
    startedAt,
    pass,
  }))
  const positions = events
    .filter(({ kind }) => kind === 'position')
    .map(({ pass, page, fraction, locator, happenedAt }): Act => ({
      ...completePosition(page, fraction, pageCount),
      locator,
      kind: 'position',
      at: happenedAt,
      startedAt: progress?.pass === pass ? progress.startedAt : null,
      pass,
    }))
  return [...done, ...positions]
}

const toCompletion = ({ pass, at, startedAt }: Act, began: Date | undefined): Completion => ({
  pass: pass!,
  startedAt: began ?? getEarlier(at, startedAt),
  completedAt: at,
})

const toEvent = (act: Act, device: string, now: Date): LoggedEvent => ({
  pass: act.pass!,
  kind: act.kind,
  origin: 'sync',
  page: act.page,
  fraction: act.fraction,
  locator: act.locator,
  device,
  happenedAt: act.at,
  createdAt: now,
})

interface Built {
  place: Place | undefined
  completions: readonly Completion[]
  book: PlannedBook
}

function buildProgress(
  { progress: before, completions: known }: Reading,
  { place, completions, book }: Built,
) {
  if (!place) return undefined
  const times = [...known, ...completions].map(({ completedAt }) => completedAt.getTime())
  const counted = {
    completions: times.length,
    lastCompletedAt: times.length > 0 ? new Date(Math.max(...times)) : null,
  }
  if (before && isSamePlace(before, place)) {
    return before.completions === counted.completions ? undefined : { ...before, ...counted }
  }
  const { pass, page, fraction, locator, completed, started, startedAt, positionAt } = place
  const point = { pass, page, fraction, locator, completed, started, startedAt, positionAt }
  // `updatedAt` is the time of reading rather than of the import, because books are sorted by when
  // they were last read.
  const updatedAt = positionAt < book.now ? positionAt : book.now
  return { ...point, ...counted, updatedAt, hidden: false }
}

const isSamePlace = (one: Position, other: Place) =>
  one.pass === other.pass &&
  one.completed === other.completed &&
  one.fraction === other.fraction &&
  one.positionAt.getTime() === other.positionAt.getTime() &&
  one.startedAt.getTime() === other.startedAt.getTime()

interface Judged {
  isFresh: boolean
  target: Reading
  end: Place | undefined
}

function judge(act: Act, { isFresh, target, end }: Judged): Outcome {
  if (!isFresh) return 'same'
  if (act.kind === 'completed') return 'new'
  const isPlace = end?.positionAt.getTime() === act.at.getTime() && end.fraction === act.fraction
  if (isPlace) return 'new'
  return target.progress?.fraction === act.fraction ? 'same' : 'older'
}
