/** Reads one person's reading data from KOReader. */
import type { Message } from '../../../../../platform/messages/message'
import { leftOutMessages } from '../../../messages'
import type {
  ForeignBook,
  ForeignPersonal,
  ForeignReading,
  OpenSource,
} from '../../../neutral-form'
import { type AppOwner, createAppSource } from '../app-source'
import type { KoreaderBookmark } from './koreader-annotations'
import type { KoreaderBook } from './koreader-sidecar'
import type { KoreaderSession, KoreaderStatistics, LastRead } from './koreader-statistics'

export interface KoreaderData {
  sidecars: readonly KoreaderBook[]
  statistics: KoreaderStatistics
  /** Number of files that could not be read. */
  damaged: number
}

export function createKoreaderSource(data: KoreaderData, owner: AppOwner): OpenSource {
  const entries = listEntries(data)
  return {
    ...createAppSource('koreader', owner),
    books: () => entries.map(describeBook),
    readings: () => entries.flatMap((entry) => describeReading(entry, owner) ?? []),
    personal: () => entries.flatMap((entry) => [...listPersonal(entry, owner)]),
    lists: () => [],
    leftOut: () => listLeftOut(data, entries),
  }
}

interface Entry {
  foreignId: string
  hash: string | null
  sidecar: KoreaderBook | undefined
  last: LastRead | undefined
  sessions: readonly KoreaderSession[]
}

/** Lists one entry for each book that has a sidecar file or appears in the statistics. */
function listEntries({ sidecars, statistics }: KoreaderData): Entry[] {
  const { lastRead } = statistics
  const describe = (hash: string | null) => ({
    hash,
    last: lastRead.get(hash ?? ''),
    sessions: statistics.sessions.get(hash ?? '') ?? [],
  })
  const entries = new Map<string, Entry>()
  for (const [foreignId, copies] of Map.groupBy(sidecars, getForeignId)) {
    if (foreignId === null) continue
    const sidecar = combineCopies(copies)
    entries.set(foreignId, { foreignId, sidecar, ...describe(sidecar.partialMd5) })
  }
  for (const hash of lastRead.keys()) {
    if (!entries.has(hash)) {
      entries.set(hash, { foreignId: hash, sidecar: undefined, ...describe(hash) })
    }
  }
  return [...entries.values()]
}

const getForeignId = ({ partialMd5, path }: KoreaderBook) => partialMd5 ?? path

/**
 * Combines the files of a book from several devices: progress from the newest one, bookmarks and
 * highlights from all.
 */
function combineCopies(copies: readonly KoreaderBook[]): KoreaderBook {
  const newestFirst = copies.toSorted(
    (one, other) => (other.changedAt?.getTime() ?? 0) - (one.changedAt?.getTime() ?? 0),
  )
  const [newest] = newestFirst
  if (copies.length === 1) return newest!
  return {
    ...newest!,
    bookmarks: takeFirst(
      newestFirst.flatMap(({ bookmarks }) => bookmarks),
      formatMarkPlace,
    ),
    highlights: takeFirst(
      newestFirst.flatMap(({ highlights }) => highlights),
      (highlight) => `${formatMarkPlace(highlight)} ${highlight.passage}`,
    ),
  }
}

const takeFirst = <Item>(items: readonly Item[], buildKey: (item: Item) => string) =>
  [...Map.groupBy(items, buildKey).values()].map(([first]) => first!)

const describeBook = ({ foreignId, hash, sidecar, last }: Entry): ForeignBook => ({
  foreignId,
  libraryId: null,
  path: sidecar?.path ?? null,
  size: null,
  partialMd5: hash,
  pageCount: sidecar?.pageCount ?? null,
  seriesId: null,
  seriesTitle: sidecar?.title || last?.title || '',
  number: null,
})

function describeReading(entry: Entry, { userId }: AppOwner): ForeignReading | undefined {
  const { foreignId, sidecar, last } = entry
  const common = { foreignId, personId: userId, bookId: foreignId, device: null }
  if (sidecar?.isComplete) {
    const at = findCompletedAt(sidecar, last)
    if (at === undefined) return undefined
    const completion = { startedAt: null, completedAt: at }
    return { ...common, completions: [completion], position: null }
  }
  const place = findPlace(entry)
  if (!place) return undefined
  return { ...common, completions: [], position: { ...place, locator: null, startedAt: null } }
}

/**
 * Finds the current place and its time. The sidecar file has the more exact place, and the
 * statistics have the more exact time.
 */
function findPlace({ sidecar, last }: Entry) {
  const at = last?.at ?? sidecar?.changedAt
  const fraction = sidecar?.fraction ?? last?.fraction
  return at && fraction ? { page: sidecar?.page ?? null, fraction, at } : undefined
}

const dayMs = 86_400_000

/**
 * Finds the time of completion. KOReader stores only the day of completion, so a reading time on
 * that day is more exact.
 */
function findCompletedAt({ changedAt }: KoreaderBook, last: LastRead | undefined) {
  if (changedAt === null) return last?.at
  const isThatDay = last && Math.abs(last.at.getTime() - changedAt.getTime()) < dayMs
  return isThatDay ? last.at : changedAt
}

function* listPersonal(
  { foreignId, sidecar, sessions }: Entry,
  { userId: personId }: AppOwner,
): Generator<ForeignPersonal> {
  const item = { kind: 'book' as const, foreignId }
  for (const session of sessions) {
    const { startedMs, endedMs } = session
    // The ID contains the end time: a session that is imported before it has ended has a different
    // end time in a later import.
    const id = `${foreignId} ${startedMs} ${endedMs}`
    yield { kind: 'session', foreignId: id, personId, item, at: new Date(startedMs), ...session }
  }
  if (!sidecar) return
  const { stars, note, changedAt } = sidecar
  if (stars !== null || note !== null) {
    const rating = stars === null ? null : Math.round(stars * 20)
    yield { kind: 'rating', foreignId, personId, item, rating, note, at: changedAt }
  }
  yield* listMarks(foreignId, sidecar, personId)
}

function* listMarks(
  bookId: string,
  { bookmarks, highlights }: KoreaderBook,
  personId: string,
): Generator<ForeignPersonal> {
  const item = { kind: 'book' as const, foreignId: bookId }
  for (const { page, place, note, at } of bookmarks) {
    const foreignId = `${bookId} ${formatMarkPlace({ page, place })}`
    const common = { foreignId, personId, item, page, locator: null, fraction: null, note, at }
    yield { kind: 'bookmark', ...common, ...(place && { place }) }
  }
  for (const highlight of highlights) {
    const foreignId = `${bookId} ${formatMarkPlace(highlight)}`
    yield { kind: 'highlight', foreignId, personId, item, ...highlight }
  }
}

const formatMarkPlace = ({ page, place }: Pick<KoreaderBookmark, 'page' | 'place'>) =>
  place === null ? String(page) : [place.section, ...place.elements, place.offset].join('/')

function listLeftOut({ sidecars, damaged }: KoreaderData, entries: readonly Entry[]): Message[] {
  const skipped = sidecars.reduce((sum, one) => sum + one.skipped, 0)
  const undated = entries.filter(
    ({ sidecar, last }) =>
      sidecar && (sidecar.fraction ?? 0) > 0 && sidecar.changedAt === null && !last,
  ).length
  return [
    ...(skipped > 0 ? [leftOutMessages.highlights({ count: skipped })] : []),
    ...(undated > 0 ? [leftOutMessages.undated_books({ count: undated })] : []),
    ...(damaged > 0 ? [leftOutMessages.damaged_files({ count: damaged })] : []),
  ]
}
