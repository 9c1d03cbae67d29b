/** Adds ratings, want-to-read entries, bookmarks and sessions whose series or book is here. */
import type { Db, Tx } from '../../../../platform/db/store'
import {
  buildBookmarkKey,
  type ImportedBookmark,
  planImportedBookmarks,
  storeImportedBookmarks,
} from '../../../../reading/bookmarks/imported-bookmarks'
import { maxPage } from '../../../../reading/bookmarks/model'
import {
  planImportedRatings,
  storeImportedRatings,
} from '../../../../reading/ratings/imported-ratings'
import {
  appendImportedWanted,
  planImportedWanted,
} from '../../../../reading/want-to-read/imported-wanted'
import {
  planImportedSessions,
  storeImportedSessions,
} from '../../../../reading/statistics/sessions/imported-sessions'
import type { ForeignItem, ForeignPersonal } from '../../neutral-form'
import type { AddedByKind } from '../facts'
import type { ImportedPerson, ImportRun } from '../import-run'
import { insertFacts, type NewFact } from '../queries'
import { count, type Outcome, type PersonReport } from '../report'
import type { WaitingPersonal } from '../waiting'

type Kind = ForeignPersonal['kind']
type OfKind<Name extends Kind> = Extract<WaitingPersonal, { kind: Name }>

export interface FoundPersonal<Personal extends WaitingPersonal = WaitingPersonal> {
  personal: Personal
  person: Pick<ImportedPerson, 'userId' | 'report'>
  origin: string
  item: { kind: ForeignItem['kind']; id: string }
  /** Numbers of pages of a book, here and there; null for a series. */
  pages: { here: number; there: number | null } | null
}

interface Handles {
  db: Db
  /** undefined in a preview. */
  tx: Tx | undefined
  seen: Set<string>
}

type PersonalRun = Pick<ImportRun, 'now' | 'importId'>
type Fact = Pick<NewFact, 'kind' | 'added'> & { found: FoundPersonal }

const reportKeys = {
  rating: 'ratings',
  wanted: 'wanted',
  bookmark: 'bookmarks',
  session: 'sessions',
} as const

export const countPersonal = (report: PersonReport, kind: Kind, outcome: Outcome) =>
  count((report[reportKeys[kind]] ??= {}), outcome)

export async function storePersonal(
  run: PersonalRun,
  all: readonly FoundPersonal[],
  handles: Handles,
) {
  const facts: Fact[] = []
  for (const ofPerson of Map.groupBy(all, ({ person }) => person.report).values()) {
    const pick = <Name extends Kind>(kind: Name) =>
      ofPerson.filter((one): one is FoundPersonal<OfKind<Name>> => one.personal.kind === kind)
    facts.push(
      ...(await storeRatings(run, pick('rating'), handles)),
      ...(await storeWanted(run, pick('wanted'), handles)),
      ...(await storeBookmarks(run, pick('bookmark'), handles)),
      ...(await storeSessions(run, pick('session'), handles)),
    )
  }
  if (!handles.tx) return
  const rows = facts.map(({ found, kind, added }) => ({
    importId: run.importId!,
    origin: found.origin,
    kind,
    userId: found.person.userId,
    itemId: found.item.id,
    added,
  }))
  await insertFacts(handles.tx, rows)
}

/** Leaves out and counts what this import has handled: two series there can be one here. */
function takeFirst<Found extends FoundPersonal>(
  all: readonly Found[],
  seen: Set<string>,
  buildKey: (one: Found) => string,
): Found[] {
  return all.filter((one) => {
    const { person, personal } = one
    const key = JSON.stringify([personal.kind, person.report.foreignId, buildKey(one)])
    const isFirst = !seen.has(key)
    seen.add(key)
    if (!isFirst) countPersonal(person.report, personal.kind, 'same')
    return isFirst
  })
}

const buildItemKey = ({ item: { kind, id } }: FoundPersonal) => `${kind} ${id}`

const getTime = ({ personal }: FoundPersonal, { now }: PersonalRun) =>
  personal.at !== null && personal.at < now ? personal.at : now

async function storeRatings(
  run: PersonalRun,
  all: readonly FoundPersonal<OfKind<'rating'>>[],
  { db, tx, seen }: Handles,
): Promise<Fact[]> {
  const found = takeFirst(all, seen, buildItemKey)
  const [first] = found
  if (!first) return []
  const { userId, report } = first.person
  const given = found.map((one) => {
    const { rating, note } = one.personal
    return { item: one.item, rating, note, at: getTime(one, run) }
  })
  const planned = await planImportedRatings(db, userId, given)
  for (const { outcome } of planned) countPersonal(report, 'rating', outcome)
  if (tx) await storeImportedRatings(tx, userId!, planned)
  return planned.flatMap(({ outcome, added }, index) => {
    const one = found[index]!
    return outcome === 'new'
      ? { found: one, kind: 'rating', added: { ...added, itemKind: one.item.kind } }
      : []
  })
}

async function storeWanted(
  run: PersonalRun,
  all: readonly FoundPersonal<OfKind<'wanted'>>[],
  { db, tx, seen }: Handles,
): Promise<Fact[]> {
  const found = takeFirst(all, seen, buildItemKey)
  const [first] = found
  if (!first) return []
  const { userId, report } = first.person
  const given = found.map((one) => ({ item: one.item, at: getTime(one, run) }))
  const planned = tx ? 0 : (report.wanted?.new ?? 0)
  const outcomes = await planImportedWanted(db, userId, { given, planned })
  for (const outcome of outcomes) countPersonal(report, 'wanted', outcome)
  if (!tx) return []
  const isNew = (_: unknown, index: number) => outcomes[index] === 'new'
  const ids = await appendImportedWanted(tx, userId!, given.filter(isNew))
  return found
    .filter(isNew)
    .map((one, index) => ({ found: one, kind: 'wanted', added: { entryId: ids[index]! } }))
}

async function storeBookmarks(
  run: PersonalRun,
  all: readonly FoundPersonal<OfKind<'bookmark'>>[],
  { db, tx, seen }: Handles,
): Promise<Fact[]> {
  const placed = all.flatMap((one) => {
    const bookmark = placeBookmark(one, getTime(one, run))
    if (!bookmark) countPersonal(one.person.report, 'bookmark', 'not_possible')
    return bookmark ? { ...one, bookmark } : []
  })
  const found = takeFirst(placed, seen, ({ bookmark }) => buildBookmarkKey(bookmark))
  const [first] = found
  if (!first) return []
  const { userId, report } = first.person
  const given = found.map(({ bookmark }) => bookmark)
  const outcomes = await planImportedBookmarks(db, userId, given)
  for (const outcome of outcomes) countPersonal(report, 'bookmark', outcome)
  if (!tx) return []
  const isNew = (_: unknown, index: number) => outcomes[index] === 'new'
  const ids = await storeImportedBookmarks(tx, userId!, given.filter(isNew))
  return found.filter(isNew).map((one, index) => {
    const added: AddedByKind['bookmark'] = {
      bookmarkId: ids[index]!,
      at: one.bookmark.at.toISOString(),
    }
    return { found: one, kind: 'bookmark', added }
  })
}

async function storeSessions(
  { now }: PersonalRun,
  all: readonly FoundPersonal<OfKind<'session'>>[],
  { db, tx, seen }: Handles,
): Promise<Fact[]> {
  const placed = takeFirst(all, seen, (one) => `${one.item.id} ${one.personal.startedMs}`)
  const [first] = placed
  if (!first) return []
  const { userId, report } = first.person
  const given = placed.map(({ item, pages, personal }) => {
    const { startedMs, endedMs, activeMs, share } = personal
    const here = pages?.here ?? 0
    const read = share === null || here === 0 ? null : Math.round(share * here)
    return { bookId: item.id, startedMs, endedMs, activeMs, pages: read }
  })
  const outcomes = await planImportedSessions(db, { userId, now, given })
  for (const outcome of outcomes) countPersonal(report, 'session', outcome)
  if (!tx) return []
  const isNew = (_: unknown, index: number) => outcomes[index] === 'new'
  const ids = await storeImportedSessions(tx, userId!, given.filter(isNew))
  return placed
    .filter(isNew)
    .map((found, index) => ({ found, kind: 'session', added: { sessionId: ids[index]! } }))
}

/** Returns undefined for a place that the book does not have. */
function placeBookmark(
  { personal, item, pages }: FoundPersonal<OfKind<'bookmark'>>,
  at: Date,
): ImportedBookmark | undefined {
  const { page, locator, fraction, note } = personal
  const common = { bookId: item.id, note, at }
  if (page === null) {
    if (locator === null || fraction === null) return undefined
    return { ...common, page, locator, fraction }
  }
  const place = toPageHere(page, pages)
  if (place === undefined) return undefined
  const isKnown = pages !== null && pages.here > 0
  return { ...common, page: place, locator: null, fraction: isKnown ? (place - 1) / pages.here : 0 }
}

/** The same page if both files have as many pages, or else one at the same share of the book. */
function toPageHere(page: number, pages: FoundPersonal['pages']): number | undefined {
  const { here = 0, there = null } = pages ?? {}
  if (here === 0) return page <= maxPage ? page : undefined
  const isSameLength = there === null || there === here
  const place = isSameLength ? page : Math.round(((page - 1) / there) * here) + 1
  return place <= here ? place : undefined
}
