import { and, asc, count, countDistinct, desc, eq, type SQL, sql } from 'drizzle-orm'
import { dialect } from '../../platform/db/dialect'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { people, series, seriesPeople } from '../series/schema'
import { isSeriesVisibleTo, seriesVisibleInOrder } from '../libraries/series-visibility'
import type { Viewer } from '../../accounts/permissions/model'
import { within } from './queries'

export interface PeopleFilter {
  /** Folded words; each must match the start of a word in the name. */
  words: readonly string[]
  role: string | undefined
  libraryId?: string | undefined
}

/** Scripts in which words are often not separated. Such text may occur anywhere in a name. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function startsWithWord(word: string): SQL {
  const place = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos')
  if (unspaced.test(word)) return sql`${place}(${people.nameKey}, ${word}) > 0`
  return sql`${place}(' ' || ${people.nameKey}, ${` ${word}`}) > 0`
}

/**
 * Builds the condition for roles of people. It must not use an index on `series`: SQLite would
 * then walk whole libraries for each person.
 */
const selectLinks = (viewer: Viewer, { role, libraryId }: PeopleFilter) =>
  and(
    seriesVisibleInOrder(within(viewer, libraryId)),
    role === undefined ? undefined : eq(seriesPeople.role, role),
  )

const isCredited = (viewer: Viewer, filter: PeopleFilter) =>
  sql`exists (select 1 from ${seriesPeople} join ${series} on ${series.id} = ${seriesPeople.seriesId}
    where ${seriesPeople.personId} = ${people.id} and ${selectLinks(viewer, filter)})`

const buildCondition = (viewer: Viewer, filter: PeopleFilter) =>
  and(...filter.words.map(startsWithWord), isCredited(viewer, filter))

interface Page {
  limit: number
  offset: number
  order: 'name' | 'series_count'
  direction: 'asc' | 'desc'
}

export async function findPeople(db: Db, viewer: Viewer, filter: PeopleFilter, page: Page) {
  const towards = page.direction === 'asc' ? asc : desc
  if (page.order === 'series_count') return orderByCount(db, viewer, filter, page)
  return db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(buildCondition(viewer, filter))
    .orderBy(towards(people.nameKey))
    .limit(page.limit)
    .offset(page.offset)
}

/** Maximum number of names to rank, because a single letter matches nearly all names. */
const maxCandidates = 300

/** Returns the people with the most series, chosen from the first matches. */
export function findBusiest(db: Db, viewer: Viewer, filter: PeopleFilter, limit: number) {
  const candidates = db
    .select({ id: people.id, name: people.name, nameKey: people.nameKey })
    .from(people)
    .where(buildCondition(viewer, filter))
    .orderBy(asc(people.nameKey))
    .limit(maxCandidates)
    .as('candidates')
  const total = sql`(select count(distinct ${seriesPeople.seriesId}) from ${seriesPeople}
    join ${series} on ${series.id} = ${seriesPeople.seriesId}
    where ${seriesPeople.personId} = ${candidates.id} and ${selectLinks(viewer, filter)})`
  return db
    .select({ id: candidates.id, name: candidates.name })
    .from(candidates)
    .orderBy(desc(total), asc(candidates.nameKey))
    .limit(limit)
}

function orderByCount(db: Db, viewer: Viewer, filter: PeopleFilter, page: Page) {
  const towards = page.direction === 'asc' ? asc : desc
  const total = countDistinct(seriesPeople.seriesId)
  return db
    .select({ id: people.id, name: people.name })
    .from(people)
    .innerJoin(seriesPeople, eq(seriesPeople.personId, people.id))
    .innerJoin(series, eq(series.id, seriesPeople.seriesId))
    .where(and(...filter.words.map(startsWithWord), selectLinks(viewer, filter)))
    .groupBy(people.id, people.name, people.nameKey)
    .orderBy(towards(total), asc(people.nameKey))
    .limit(page.limit)
    .offset(page.offset)
}

export async function countPeople(db: Db, viewer: Viewer, filter: PeopleFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(people)
    .where(buildCondition(viewer, filter))
  return row!.total
}

interface CreditFilter extends PeopleFilter {
  /** Includes only series in these libraries. */
  libraryIds: readonly string[] | undefined
  seriesId: string | undefined
}

/** Lists pairs of a person and a role, sorted by name, from series that the viewer can see. */
export async function findPeopleCredits(
  db: Db,
  viewer: Viewer,
  { words, role, libraryIds, seriesId }: CreditFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const condition = and(
    ...words.map(startsWithWord),
    isSeriesVisibleTo(viewer),
    role === undefined ? undefined : eq(seriesPeople.role, role),
    libraryIds && inIds(series.libraryId, libraryIds),
    seriesId === undefined ? undefined : eq(series.id, seriesId),
  )
  const credits = db
    .selectDistinct({ name: people.name, nameKey: people.nameKey, role: seriesPeople.role })
    .from(people)
    .innerJoin(seriesPeople, eq(seriesPeople.personId, people.id))
    .innerJoin(series, eq(series.id, seriesPeople.seriesId))
    .where(condition)
    .as('credits')
  const data = await db
    .select({ name: credits.name, role: credits.role })
    .from(credits)
    .orderBy(asc(credits.nameKey), asc(credits.role))
    .limit(limit)
    .offset(offset)
  const [row] = await db.select({ total: count() }).from(credits)
  return { data, total: row!.total }
}

/** Finds the roles of each person in series that the viewer can see. */
export const findRoles = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  db
    .selectDistinct({ personId: seriesPeople.personId, role: seriesPeople.role })
    .from(seriesPeople)
    .innerJoin(series, eq(series.id, seriesPeople.seriesId))
    .where(and(inIds(seriesPeople.personId, ids), isSeriesVisibleTo(viewer)))
    .orderBy(asc(seriesPeople.role))

/** Counts, for each person, the series that the viewer can see. */
export const countSeries = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  db
    .select({ personId: seriesPeople.personId, total: countDistinct(seriesPeople.seriesId) })
    .from(seriesPeople)
    .innerJoin(series, eq(series.id, seriesPeople.seriesId))
    .where(and(inIds(seriesPeople.personId, ids), isSeriesVisibleTo(viewer)))
    .groupBy(seriesPeople.personId)

/** Finds the person with this ID or folded name, if the viewer can see one of their series. */
export async function findPerson(db: Db, viewer: Viewer, by: { id: string } | { key: string }) {
  const none = { words: [], role: undefined, libraryId: undefined }
  const which = 'id' in by ? eq(people.id, by.id) : eq(people.nameKey, by.key)
  const [row] = await db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(and(which, isCredited(viewer, none)))
  return row
}
