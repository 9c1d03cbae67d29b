/** Collections and reading lists of Kavita. Each belongs to a person. */
import type { ForeignList } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asBoolean, asId, asInteger, asText } from '../values/foreign-values'
import { groupValues } from '../values/group-values'
import type { KavitaChapters } from './kavita-chapters'

const columns = ['Id', 'Title', 'Summary', 'Promoted', 'AppUserId', 'Source'] as const
const ownSource = 0

export function* readKavitaLists(
  db: ForeignDatabase,
  chapters: KavitaChapters,
): Generator<ForeignList> {
  const rows = db.rows('AppUserCollectionSeries', ['CollectionsId', 'ItemsId'])
  const series = groupValues(rows, 'CollectionsId', 'ItemsId')
  yield* readLists(db, 'AppUserCollection', (id) => series.get(id) ?? [])
  const items = db.rows('ReadingListItem', ['ReadingListId', 'ChapterId'], {
    orderBy: ['Order', 'Id'],
  })
  const members = groupValues(items, 'ReadingListId', 'ChapterId')
  yield* readLists(db, 'ReadingList', (id) =>
    (members.get(id) ?? []).flatMap((chapterId) =>
      (chapters.get(chapterId)?.files ?? []).map(({ foreignId }) => foreignId),
    ),
  )
}

function* readLists(
  db: ForeignDatabase,
  table: 'AppUserCollection' | 'ReadingList',
  listItems: (id: string) => string[],
): Generator<ForeignList> {
  const isOrdered = table === 'ReadingList'
  for (const row of db.rows(table, columns, { orderBy: ['Id'] })) {
    const [foreignId, ownerId] = [asId(row.Id), asId(row.AppUserId)]
    const name = asText(row.Title, 200)?.trim()
    if (foreignId === null || ownerId === null || !name || isForeign(row.Source)) continue
    yield {
      foreignId,
      kind: isOrdered ? 'readlist' : 'collection',
      name,
      summary: asText(row.Summary)?.trim() || null,
      isOrdered,
      ownerId,
      isPublic: asBoolean(row.Promoted),
      itemIds: listItems(foreignId),
    }
  }
}

const isForeign = (source: Parameters<typeof asInteger>[0]) =>
  (asInteger(source) ?? ownSource) !== ownSource

export const countForeignCollections = (db: ForeignDatabase): number =>
  [...db.rows('AppUserCollection', ['Source'])].filter(({ Source }) => isForeign(Source)).length
