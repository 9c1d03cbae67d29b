import { and, asc, eq, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { prepareStatement } from '../../platform/db/prepared'
import type { Db, Tx } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import { isLibraryVisibleTo } from '../libraries/library-visibility'
import { libraries, libraryRoots } from '../libraries/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { nameRules } from './schema'

export type RuleRow = typeof nameRules.$inferSelect

const { type, seriesStrategy, seriesConfig, bookStrategy, bookConfig } = libraries
const { numberStrategy, numberConfig } = libraries
const settings = {
  type,
  seriesStrategy,
  seriesConfig,
  bookStrategy,
  bookConfig,
  numberStrategy,
  numberConfig,
}

const selectSettings = prepareStatement('naming_settings', (db) =>
  db
    .select(settings)
    .from(libraries)
    .where(eq(libraries.id, sql.placeholder('libraryId'))),
)

/** Finds a library's naming settings. A scan reads them again every few books. */
export async function findSettings(db: Db, libraryId: string) {
  const [row] = await selectSettings(db, { libraryId })
  return row
}

const appliesTo = (libraryId: string | Placeholder) =>
  or(isNull(nameRules.libraryId), eq(nameRules.libraryId, libraryId))!

/** Global rules first, then oldest first: a later rule overrides an earlier one. */
const inOrder = [
  sql`case when ${nameRules.libraryId} is null then 0 else 1 end`,
  asc(nameRules.id),
] as const

const selectLibraryRules = prepareStatement('name_rules', (db) =>
  db
    .select()
    .from(nameRules)
    .where(appliesTo(sql.placeholder('libraryId')))
    .orderBy(...inOrder),
)

export const listLibraryRules = async (db: Db, libraryId: string): Promise<RuleRow[]> =>
  selectLibraryRules(db, { libraryId })

const selectRoots = prepareStatement('naming_roots', (db) =>
  db
    .select({ id: libraryRoots.id, path: libraryRoots.path })
    .from(libraryRoots)
    .where(eq(libraryRoots.libraryId, sql.placeholder('libraryId')))
    .orderBy(asc(libraryRoots.position), asc(libraryRoots.id)),
)

export const listNamingRoots = async (db: Db, libraryId: string) => selectRoots(db, { libraryId })

const seriesVisibleTo = (viewer: Viewer): SQL =>
  or(isNull(nameRules.libraryId), isLibraryVisibleTo(viewer, nameRules.libraryId))!

export async function selectRules(
  db: Db,
  viewer: Viewer,
  { libraryId, paging }: { libraryId: string | undefined; paging: Paging },
): Promise<Found<RuleRow>> {
  const where = and(
    seriesVisibleTo(viewer),
    libraryId === undefined ? undefined : appliesTo(libraryId),
  )
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
    .where(and(eq(nameRules.id, id), seriesVisibleTo(viewer)))
  return row
}

/** Counts the rules of a library, or the global rules if the ID is null. */
export const countRules = (db: Db, libraryId: string | null) =>
  db.$count(nameRules, libraryId === null ? isNull(nameRules.libraryId) : appliesTo(libraryId))

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
