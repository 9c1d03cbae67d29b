import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/store'
import type { Found, Paging } from '../http/pagination'
import { visibleTo } from '../libraries/access'
import { libraries } from '../libraries/schema'
import type { Viewer } from '../users/model'
import { nameRules } from './schema'

export type RuleRow = typeof nameRules.$inferSelect

/** How a library reads names. */
export async function findSettings(db: Db, libraryId: string) {
  const { seriesStrategy, seriesConfig, bookStrategy, bookConfig } = libraries
  const { numberStrategy, numberConfig } = libraries
  const [row] = await db
    .select({
      seriesStrategy,
      seriesConfig,
      bookStrategy,
      bookConfig,
      numberStrategy,
      numberConfig,
    })
    .from(libraries)
    .where(eq(libraries.id, libraryId))
  return row
}

const countsIn = (libraryId: string) =>
  or(isNull(nameRules.libraryId), eq(nameRules.libraryId, libraryId))!

/** Those for all libraries first; within them the older first, so that a later one has the last word. */
const inOrder = [
  sql`case when ${nameRules.libraryId} is null then 0 else 1 end`,
  asc(nameRules.id),
] as const

export const listRulesOf = (db: Db, libraryId: string): Promise<RuleRow[]> =>
  db
    .select()
    .from(nameRules)
    .where(countsIn(libraryId))
    .orderBy(...inOrder)

const seenBy = (viewer: Viewer): SQL =>
  or(isNull(nameRules.libraryId), visibleTo(viewer, nameRules.libraryId))!

export async function listRules(
  db: Db,
  viewer: Viewer,
  { libraryId, paging }: { libraryId: string | undefined; paging: Paging },
): Promise<Found<RuleRow>> {
  const where = and(seenBy(viewer), libraryId === undefined ? undefined : countsIn(libraryId))
  const data = await db
    .select()
    .from(nameRules)
    .where(where)
    .orderBy(...inOrder)
    .limit(paging.pageSize)
    .offset(paging.offset)
  return { data, total: await db.$count(nameRules, where) }
}

export async function findRule(db: Db, viewer: Viewer, id: string): Promise<RuleRow | undefined> {
  const [row] = await db
    .select()
    .from(nameRules)
    .where(and(eq(nameRules.id, id), seenBy(viewer)))
  return row
}

/** Rules that count in a library, or that are for all when it is null. */
export const countRules = (db: Db, libraryId: string | null) =>
  db.$count(nameRules, libraryId === null ? isNull(nameRules.libraryId) : countsIn(libraryId))

export async function insertRule(tx: Tx, values: typeof nameRules.$inferInsert): Promise<RuleRow> {
  const [row] = await tx.insert(nameRules).values(values).returning()
  return row!
}

export async function updateRule(
  tx: Tx,
  id: string,
  changes: Partial<typeof nameRules.$inferInsert>,
): Promise<RuleRow> {
  const [row] = await tx.update(nameRules).set(changes).where(eq(nameRules.id, id)).returning()
  return row!
}

export async function deleteRule(tx: Tx, id: string) {
  await tx.delete(nameRules).where(eq(nameRules.id, id))
}

export const listLibraryIds = async (db: Db): Promise<string[]> => {
  const rows = await db.select({ id: libraries.id }).from(libraries)
  return rows.map(({ id }) => id)
}
