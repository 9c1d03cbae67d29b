/** Recognizes the installation of a repeated import, even if its first account was deleted. */
import { and, desc, eq, ne, notInArray } from 'drizzle-orm'
import type { Db } from '../../../platform/db/store'
import type { OpenSource } from '../neutral-form'
import { imports } from '../schema'
import { findItemsOfOrigins } from './queries'
import { buildPersonOrigin } from './steps/choose-people'

/** Returns the source as that of the earlier import from the same installation. */
export async function recognizeInstallation(db: Db, source: OpenSource): Promise<OpenSource> {
  const { marks = [] } = source
  if (marks.length === 0) return source
  const earlierImports = await listEarlierImports(db, source.kind)
  if (earlierImports.some(({ instance }) => instance === source.instance)) return source
  const isMarked = ({ instance, report }: EarlierImport) =>
    [instance, ...(report?.marks ?? [])].some((mark) => marks.includes(mark))
  const instance =
    earlierImports.find(isMarked)?.instance ?? (await findByPeople(db, source, earlierImports))
  return instance === undefined ? source : { ...source, instance }
}

type EarlierImport = Awaited<ReturnType<typeof listEarlierImports>>[number]

const maxEarlier = 200

/** Lists earlier imports, newest first. Omits previews, which have added nothing. */
const listEarlierImports = (db: Db, kind: OpenSource['kind']) =>
  db
    .select({ instance: imports.instance, report: imports.report })
    .from(imports)
    .where(
      and(
        eq(imports.kind, kind),
        ne(imports.instance, ''),
        notInArray(imports.state, ['reading', 'ready']),
      ),
    )
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(maxEarlier)

/** Shorter IDs are numbers, which may also occur in other installations. */
const minRandomLength = 12

/** Earlier versions of Quire did not store marks. */
async function findByPeople(db: Db, source: OpenSource, earlierImports: readonly EarlierImport[]) {
  const people = source.people.filter(({ foreignId }) => foreignId.length >= minRandomLength)
  const unmarked = earlierImports.filter(({ report }) => report?.marks === undefined)
  for (const instance of new Set(unmarked.map((one) => one.instance))) {
    const origins = people.map((person) => buildPersonOrigin({ ...source, instance }, person))
    if ((await findItemsOfOrigins(db, origins)).size > 0) return instance
  }
  return undefined
}
