/** Adds personal data other than reading progress for series and books on this server. */
import type { Db, Tx } from '../../../../platform/db/store'
import {
  buildBookmarkKey,
  planImportedBookmarks,
  storeImportedBookmarks,
} from '../../../../reading/bookmarks/imported-bookmarks'
import {
  buildHighlightKey,
  planImportedHighlights,
  storeImportedHighlights,
} from '../../../../reading/highlights/imported-highlights'
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
import type { ForeignPersonal } from '../../neutral-form'
import type { ImportRun } from '../import-run'
import { insertFacts, type NewFact } from '../queries'
import { count, type Outcome, type PersonReport } from '../report'
import type { WaitingPersonal } from '../waiting-facts'
import type { MarkLocators } from './find-mark-places'
import type { FoundPersonal } from './found-personal'
import { placeBookmark } from './place-bookmark'

type Kind = ForeignPersonal['kind']
type OfKind<Name extends Kind> = Extract<WaitingPersonal, { kind: Name }>

interface Handles {
  db: Db
  /** undefined in a preview. */
  tx: Tx | undefined
  seen: Set<string>
  locators: MarkLocators
}

type PersonalRun = Pick<ImportRun, 'now' | 'importId'>
type Fact = Pick<NewFact, 'kind' | 'added'> & { found: FoundPersonal }

const reportKeys = {
  rating: 'ratings',
  wanted: 'wanted',
  bookmark: 'bookmarks',
  highlight: 'highlights',
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
      ...(await storeHighlights(run, pick('highlight'), handles)),
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

/**
 * Leaves out and counts items that this import has already processed, because two series of the
 * other program can be one here.
 */
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

/** The outcome for the entries of one person, and how new entries are stored. */
interface Plan {
  outcomes: readonly Outcome[]
  /** Returns the data that was added for each new entry. */
  store(this: void, tx: Tx, userId: string): Promise<Fact['added'][]>
}

interface KindOfPersonal<Found extends FoundPersonal> {
  buildKey: (one: Found) => string
  plan(this: void, found: readonly Found[], person: FoundPersonal['person']): Promise<Plan>
}

/** Stores entries of one kind and person. Counts all entries, and returns facts about new ones. */
async function storeKind<Found extends FoundPersonal>(
  all: readonly Found[],
  { tx, seen }: Handles,
  { buildKey, plan }: KindOfPersonal<Found>,
): Promise<Fact[]> {
  const found = takeFirst(all, seen, buildKey)
  const [first] = found
  if (!first) return []
  const { kind } = first.personal
  const { userId, report } = first.person
  const { outcomes, store } = await plan(found, first.person)
  for (const outcome of outcomes) countPersonal(report, kind, outcome)
  if (!tx) return []
  const added = await store(tx, userId!)
  return pickNew(found, outcomes).map((one, index) => ({ found: one, kind, added: added[index]! }))
}

const storeRatings = (
  run: PersonalRun,
  all: readonly FoundPersonal<OfKind<'rating'>>[],
  handles: Handles,
) =>
  storeKind<FoundPersonal<OfKind<'rating'>>>(all, handles, {
    buildKey: buildItemKey,
    plan: async (found, { userId }) => {
      const given = found.map((one) => {
        const { rating, note } = one.personal
        return { item: one.item, rating, note, at: getTime(one, run) }
      })
      const planned = await planImportedRatings(handles.db, userId, given)
      const outcomes = planned.map(({ outcome }) => outcome)
      return {
        outcomes,
        store: async (tx) => {
          await storeImportedRatings(tx, userId!, planned)
          const added = planned.map((one, i) => ({ ...one.added, itemKind: given[i]!.item.kind }))
          return pickNew(added, outcomes)
        },
      }
    },
  })

const storeWanted = (
  run: PersonalRun,
  all: readonly FoundPersonal<OfKind<'wanted'>>[],
  handles: Handles,
) =>
  storeKind(all, handles, {
    buildKey: buildItemKey,
    plan: async (found, { userId, report }) => {
      const given = found.map((one) => ({ item: one.item, at: getTime(one, run) }))
      const planned = handles.tx ? 0 : (report.wanted?.new ?? 0)
      const outcomes = await planImportedWanted(handles.db, userId, { given, planned })
      return {
        outcomes,
        store: async (tx) => {
          const ids = await appendImportedWanted(tx, userId!, pickNew(given, outcomes))
          return ids.map((entryId) => ({ entryId }))
        },
      }
    },
  })

function storeBookmarks(
  run: PersonalRun,
  all: readonly FoundPersonal<OfKind<'bookmark'>>[],
  handles: Handles,
) {
  const placed = all.flatMap((one) => {
    const bookmark = placeBookmark(one, getTime(one, run), handles.locators)
    if (!bookmark) countPersonal(one.person.report, 'bookmark', 'not_possible')
    return bookmark ? { ...one, bookmark } : []
  })
  return storeKind(placed, handles, {
    buildKey: ({ bookmark }) => buildBookmarkKey(bookmark),
    plan: async (found, { userId }) => {
      const given = found.map(({ bookmark }) => bookmark)
      const outcomes = await planImportedBookmarks(handles.db, userId, given)
      const added = pickNew(given, outcomes)
      return {
        outcomes,
        store: async (tx) => {
          const ids = await storeImportedBookmarks(tx, userId!, added)
          return ids.map((bookmarkId, i) => ({ bookmarkId, at: added[i]!.at.toISOString() }))
        },
      }
    },
  })
}

function storeHighlights(
  run: PersonalRun,
  all: readonly FoundPersonal<OfKind<'highlight'>>[],
  handles: Handles,
) {
  const placed = all.flatMap((one) => {
    const { personal, item, person } = one
    const locator = handles.locators.get(personal)
    if (!locator) {
      countPersonal(person.report, 'highlight', 'not_possible')
      return []
    }
    const { passage, color, note } = personal
    const fraction = locator.locations.totalProgression
    const values = { passage, color, note, locator, fraction, at: getTime(one, run) }
    return [{ ...one, highlight: { ...values, bookId: item.id } }]
  })
  return storeKind(placed, handles, {
    buildKey: ({ highlight }) => buildHighlightKey(highlight),
    plan: async (found, { userId }) => {
      const given = found.map(({ highlight }) => highlight)
      const outcomes = await planImportedHighlights(handles.db, userId, given)
      const added = pickNew(given, outcomes)
      return {
        outcomes,
        store: async (tx) => {
          const ids = await storeImportedHighlights(tx, userId!, added)
          return ids.map((highlightId, i) => ({ highlightId, at: added[i]!.at.toISOString() }))
        },
      }
    },
  })
}

const storeSessions = (
  { now }: PersonalRun,
  all: readonly FoundPersonal<OfKind<'session'>>[],
  handles: Handles,
) =>
  storeKind(all, handles, {
    buildKey: ({ item, personal }) => `${item.id} ${personal.startedMs}`,
    plan: async (found, { userId }) => {
      const given = found.map(({ item, pages, personal }) => {
        const { startedMs, endedMs, activeMs, share } = personal
        const here = pages?.here ?? 0
        const read = share === null || here === 0 ? null : Math.round(share * here)
        return { bookId: item.id, startedMs, endedMs, activeMs, pages: read }
      })
      const outcomes = await planImportedSessions(handles.db, { userId, now, given })
      return {
        outcomes,
        store: async (tx) => {
          const ids = await storeImportedSessions(tx, userId!, pickNew(given, outcomes))
          return ids.map((sessionId) => ({ sessionId }))
        },
      }
    },
  })

const pickNew = <Item>(items: readonly Item[], outcomes: readonly Outcome[]) =>
  items.filter((_, index) => outcomes[index] === 'new')
