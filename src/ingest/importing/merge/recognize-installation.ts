/** Recognizes the installation of a repeated import, even if its first account was deleted. */
import { and, desc, eq, gt, lt, max, ne, notInArray, or, type SQL } from 'drizzle-orm'
import type { Db } from '../../../platform/db/store'
import type { OpenSource } from '../neutral-form'
import { imports } from '../schema'
import { findItemsOfOrigins, hasFacts, type ImportRow } from './queries'
import { buildPersonOrigin } from './steps/choose-people'

type OwnRow = Pick<ImportRow, 'id' | 'instance'>

/**
 * Returns the source with the instance of the earlier import from the same installation, if there
 * was one. `own`: the row of the import itself, if it exists.
 */
export async function recognizeInstallation(
  db: Db,
  source: OpenSource,
  own?: OwnRow,
): Promise<OpenSource> {
  const { marks = [] } = source
  if (marks.length === 0) return source
  // An interrupted import keeps the instance that it started with.
  if (own && (await hasFacts(db, own.id))) return { ...source, instance: own.instance }
  const isEarlier = buildIsEarlier(source, own)
  const instances = await listInstances(db, isEarlier)
  if (instances.includes(source.instance)) return source
  const earlierImports: EarlierImport[] = []
  for (const one of instances) earlierImports.push(...(await listImportsOf(db, one, isEarlier)))
  const isMarked = ({ instance, report }: EarlierImport) =>
    [instance, ...(report?.marks ?? [])].some((mark) => marks.includes(mark))
  const instance =
    earlierImports.find(isMarked)?.instance ?? (await findByPeople(db, source, earlierImports))
  return instance === undefined ? source : { ...source, instance }
}

type EarlierImport = Awaited<ReturnType<typeof listImportsOf>>[number]

/**
 * Excludes previews, which have not added anything. Of two imports that run at the same time, only
 * the newer one adopts the instance of the other.
 */
const buildIsEarlier = ({ kind }: OpenSource, own: OwnRow | undefined) =>
  and(
    eq(imports.kind, kind),
    ne(imports.instance, ''),
    notInArray(imports.state, ['reading', 'ready']),
    own && or(lt(imports.id, own.id), and(gt(imports.id, own.id), ne(imports.state, 'applying'))),
  )

/** Lists instances, most recently imported first. */
async function listInstances(db: Db, isEarlier: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ instance: imports.instance })
    .from(imports)
    .where(isEarlier)
    .groupBy(imports.instance)
    .orderBy(desc(max(imports.createdAt)))
  return rows.map(({ instance }) => instance)
}

const maxImports = 20

/** Lists the imports of an instance, newest first. */
const listImportsOf = (db: Db, instance: string, isEarlier: SQL | undefined) =>
  db
    .select({ instance: imports.instance, report: imports.report })
    .from(imports)
    .where(and(isEarlier, eq(imports.instance, instance)))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(maxImports)

/** Shorter IDs are numbers, which may also occur in other installations. */
const minRandomLength = 12

/**
 * Finds the installation by its people, because earlier versions of Quire did not store marks of
 * the installation.
 */
async function findByPeople(db: Db, source: OpenSource, earlierImports: readonly EarlierImport[]) {
  const people = source.people.filter(({ foreignId }) => foreignId.length >= minRandomLength)
  const unmarked = earlierImports.filter(({ report }) => report?.marks === undefined)
  for (const instance of new Set(unmarked.map((one) => one.instance))) {
    const origins = people.map((person) => buildPersonOrigin({ ...source, instance }, person))
    if ((await findItemsOfOrigins(db, origins)).size > 0) return instance
  }
  return undefined
}
