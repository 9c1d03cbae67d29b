/** Collections, reading lists and uploaded covers of Komga. They have no owner. */
import type { ForeignCover, ForeignList } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asBoolean, asId, asText } from '../values/foreign-values'
import { groupValues } from '../values/group-values'

const kinds = [
  {
    kind: 'collection',
    table: 'COLLECTION',
    items: 'COLLECTION_SERIES',
    key: 'COLLECTION_ID',
    item: 'SERIES_ID',
  },
  {
    kind: 'readlist',
    table: 'READLIST',
    items: 'READLIST_BOOK',
    key: 'READLIST_ID',
    item: 'BOOK_ID',
  },
] as const

export function* readKomgaLists(db: ForeignDatabase): Generator<ForeignList> {
  for (const { kind, table, items, key, item } of kinds) {
    const rows = db.rows<string>(items, [key, item], { orderBy: ['NUMBER'] })
    const members = groupValues(rows, key, item)
    for (const row of db.rows(table, ['ID', 'NAME', 'SUMMARY', 'ORDERED'])) {
      const [foreignId, name] = [asId(row.ID), asText(row.NAME, 200)?.trim()]
      if (foreignId === null || !name) continue
      yield {
        foreignId,
        kind,
        name,
        summary: asText(row.SUMMARY)?.trim() || null,
        isOrdered: asBoolean(row.ORDERED),
        ownerId: null,
        isPublic: true,
        itemIds: members.get(foreignId) ?? [],
      }
    }
  }
}

const coverTables = [
  { kind: 'series', table: 'THUMBNAIL_SERIES', key: 'SERIES_ID' },
  { kind: 'book', table: 'THUMBNAIL_BOOK', key: 'BOOK_ID' },
] as const

/** Reads only covers that someone uploaded and that are shown. */
export function* readKomgaCovers(db: ForeignDatabase): Generator<ForeignCover> {
  for (const { kind, table, key } of coverTables) {
    const columns: readonly string[] = [key, 'TYPE', 'SELECTED', 'THUMBNAIL']
    for (const row of db.rows(table, columns, { blobs: ['THUMBNAIL'] })) {
      const foreignId = asId(row[key])
      const bytes = row['THUMBNAIL']
      if (foreignId === null || asText(row['TYPE'], 40) !== 'USER_UPLOADED') continue
      if (!asBoolean(row['SELECTED'] ?? null)) continue
      yield { item: { kind, foreignId }, bytes: bytes instanceof Uint8Array ? bytes : null }
    }
  }
}
