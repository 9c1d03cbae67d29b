import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/store'
import { sidecars } from './schema'

export type SidecarRow = typeof sidecars.$inferSelect

/** A folder of a library; `folder` is below the root. */
export interface FolderPlace {
  rootId: string
  folder: string
}

/** All that lies in these folders. */
export async function selectIn(db: Db, places: readonly FolderPlace[]): Promise<SidecarRow[]> {
  if (places.length === 0) return []
  const groups = Map.groupBy(places, ({ rootId }) => rootId)
  const conditions = [...groups].map(([rootId, group]) =>
    and(
      eq(sidecars.rootId, rootId),
      inArray(sidecars.folder, [...new Set(group.map(({ folder }) => folder))]),
    ),
  )
  return db
    .select()
    .from(sidecars)
    .where(or(...conditions))
}

export async function upsert(tx: Tx, rows: readonly (typeof sidecars.$inferInsert)[]) {
  if (rows.length === 0) return
  const { book, kind, size, modifiedAtMs, mediaType, width, height, metadata, finding } = sidecars
  const changing = { book, kind, size, modifiedAtMs, mediaType, width, height, metadata, finding }
  await tx
    .insert(sidecars)
    .values([...rows])
    .onConflictDoUpdate({
      target: [sidecars.rootId, sidecars.folder, sidecars.name],
      set: Object.fromEntries(Object.keys(changing).map((name) => [name, excluded(name)])),
    })
}

/** As the `casing` of both stores spells it. */
const excluded = (name: string) =>
  sql`excluded.${sql.identifier(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}`
