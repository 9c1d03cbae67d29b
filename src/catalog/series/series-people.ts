/**
 * Maintains the links between series and people. They are updated together with the search text.
 */
import { splitIntoSlices } from '../../platform/lib/slices'
import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { foldText } from '../../platform/lib/text/fold-text'
import { people, seriesPeople } from './schema'

export interface Credit {
  name: string
  role: string
  sortName?: string | null | undefined
  /** Credited by the series itself, not only by a book. */
  ofSeries: boolean
}

interface Link {
  seriesId: string
  key: string
  role: string
  ofSeries: boolean
}

/** A real series has few people, but misread names can result in thousands. */
const maxLinks = 300
const maxNameLength = 300
const rowsAtOnce = 200

export const personKey = (name: string) => foldText(normalizeName(name))
const normalizeName = (name: string) =>
  name.replace(/\s+/g, ' ').trim().slice(0, maxNameLength).toWellFormed()

/** Replaces the people of these series. Deletes people without series. */
export async function updatePeople(
  tx: Tx,
  credits: ReadonlyMap<string, readonly Credit[]>,
): Promise<void> {
  const ids = [...credits.keys()]
  const present = await selectLinks(tx, ids)
  const names = new Map<string, string>()
  const wanted = new Map<string, Link>()
  for (const [seriesId, named] of credits) {
    for (const link of buildLinks(seriesId, named, names)) wanted.set(getCreditKey(link), link)
  }
  const standing = new Map(present.map((link) => [getCreditKey(link), link]))
  const added = [...wanted].flatMap(([word, link]) => (standing.has(word) ? [] : [link]))
  const removed = present.filter((link) => !wanted.has(getCreditKey(link)))
  await deleteLinks(tx, removed)
  await insertLinks(tx, added, names)
  await deleteUnused(tx, new Set(removed.map(({ personId }) => personId)))
}

const getCreditKey = ({ seriesId, key, role, ofSeries }: Link) =>
  `${seriesId} ${role} ${ofSeries} ${key}`

/** Builds one link per person and role. Credits from the series itself take priority. */
function buildLinks(
  seriesId: string,
  named: readonly Credit[],
  names: Map<string, string>,
): Link[] {
  const links = new Map<string, Link>()
  for (const { name, role, ofSeries } of named) {
    const key = personKey(name)
    if (key === '' || links.has(`${role} ${key}`)) continue
    links.set(`${role} ${key}`, { seriesId, key, role, ofSeries })
    if (!names.has(key)) names.set(key, normalizeName(name))
    if (links.size === maxLinks) break
  }
  return [...links.values()]
}

const selectLinks = (db: Db, seriesIds: readonly string[]) =>
  db
    .select({
      seriesId: seriesPeople.seriesId,
      personId: seriesPeople.personId,
      role: seriesPeople.role,
      ofSeries: seriesPeople.ofSeries,
      key: people.nameKey,
    })
    .from(seriesPeople)
    .innerJoin(people, eq(people.id, seriesPeople.personId))
    .where(inIds(seriesPeople.seriesId, seriesIds))

async function deleteLinks(tx: Tx, links: Awaited<ReturnType<typeof selectLinks>>) {
  for (const { seriesId, personId, role } of links) {
    const { seriesId: ofSeries, personId: ofPerson, role: inRole } = seriesPeople
    await tx
      .delete(seriesPeople)
      .where(and(eq(ofSeries, seriesId), eq(ofPerson, personId), eq(inRole, role)))
  }
}

async function deleteUnused(tx: Tx, ids: ReadonlySet<string>) {
  if (ids.size === 0) return
  const inUse = tx
    .select({ one: sql`1` })
    .from(seriesPeople)
    .where(eq(seriesPeople.personId, people.id))
  await tx.delete(people).where(and(inIds(people.id, [...ids]), notExists(inUse)))
}

async function insertLinks(tx: Tx, links: Link[], names: ReadonlyMap<string, string>) {
  for (const slice of splitIntoSlices(links, rowsAtOnce)) {
    const idOf = await requirePeople(tx, new Set(slice.map(({ key }) => key)), names)
    await tx.insert(seriesPeople).values(
      slice.map(({ seriesId, key, role, ofSeries }) => ({
        seriesId,
        personId: idOf.get(key)!,
        role,
        ofSeries,
      })),
    )
  }
}

/** Returns the IDs of these people; creates missing ones. */
async function requirePeople(
  tx: Tx,
  keys: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
) {
  await tx
    .insert(people)
    .values([...keys].map((nameKey) => ({ nameKey, name: names.get(nameKey)! })))
    .onConflictDoNothing({ target: people.nameKey })
  const rows = await tx
    .select({ id: people.id, key: people.nameKey })
    .from(people)
    .where(inArray(people.nameKey, [...keys]))
    .orderBy(asc(people.nameKey))
  return new Map(rows.map(({ id, key }) => [key, id]))
}
