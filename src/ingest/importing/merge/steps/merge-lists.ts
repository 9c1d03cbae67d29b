/** Merges collections and reading lists. */
import { collectionTables } from '../../../../catalog/collections/schema'
import {
  addImportedList,
  countPresent,
  findListToExtend,
} from '../../../../catalog/item-lists/entries/imported-lists'
import type { ListTables } from '../../../../catalog/item-lists/list-tables'
import { readingListTables } from '../../../../catalog/reading-lists/schema'
import type { Db, Tx } from '../../../../platform/db/store'
import { type ForeignList, sourceNames } from '../../neutral-form'
import { buildOrigin } from '../facts'
import { type ImportRun, runStep } from '../import-run'
import { insertFacts, insertWaiting } from '../queries'
import { releaseMemory } from '../../release-memory'
import type { Outcome } from '../report'
import { toWaitingBook } from '../waiting-facts'

export const listTables: Readonly<Record<ForeignList['kind'], ListTables>> = {
  collection: collectionTables,
  readlist: readingListTables,
}

export async function mergeLists(run: ImportRun) {
  for (const list of run.source.lists()) {
    const owner = list.ownerId === null ? null : run.people.get(list.ownerId)
    if (owner === undefined) continue
    const outcome = await runStep(run, (db, tx) =>
      mergeList(run, list, { db, tx, ownerId: owner?.userId ?? null }),
    )
    const found = listFound(run, list).length
    const { name, kind, itemIds } = list
    run.report.lists.push({ name, kind, outcome, found, total: itemIds.length })
    releaseMemory()
  }
}

interface ListHandles {
  db: Db
  tx: Tx | undefined
  ownerId: string | null
}

/** Lists the items found on this server, in the order of the other program. */
function listFound({ matched }: ImportRun, { kind, itemIds }: ForeignList): string[] {
  const ids = itemIds.flatMap((id) =>
    kind === 'collection' ? (matched.series.get(id) ?? []) : (matched.books.get(id)?.book.id ?? []),
  )
  return [...new Set(ids)]
}

async function mergeList(
  run: ImportRun,
  list: ForeignList,
  { db, tx, ownerId }: ListHandles,
): Promise<Outcome> {
  const tables = listTables[list.kind]
  const itemIds = listFound(run, list)
  const values = {
    name: list.name,
    suffix: `(from ${sourceNames[run.source.kind]})`,
    summary: list.summary,
    ordered: list.isOrdered,
    ownerId,
    isPublic: list.isPublic,
  }
  const target = await findListToExtend(db, tables, values)
  const present = target.id === undefined ? 0 : await countPresent(db, tables, target.id, itemIds)
  if (list.needsItems && itemIds.length === 0) return 'not_possible'
  const isSame = target.id !== undefined && present === itemIds.length
  if (!tx || run.importId === null) return isSame ? 'same' : 'new'
  const listId = isSame ? target.id! : await addList(run, tx, { list, values, itemIds })
  await keepWaiting(run, tx, { list, listId })
  return isSame ? 'same' : 'new'
}

interface AddedList {
  list: ForeignList
  values: Parameters<typeof addImportedList>[2]
  itemIds: readonly string[]
}

async function addList(run: ImportRun, tx: Tx, { list, values, itemIds }: AddedList) {
  const tables = listTables[list.kind]
  const { now, importId } = run
  const { listId, isNew, addedIds } = await addImportedList(tx, tables, values, { itemIds, now })
  await insertFacts(tx, [
    {
      importId: importId!,
      origin: buildOrigin(run.source, 'list', list.kind, list.foreignId, importId),
      kind: 'list',
      userId: null,
      itemId: listId,
      added: { kind: list.kind, isNew, itemIds: addedIds, addedAt: now.toISOString() },
    },
  ])
  return listId
}

/** Stores the books that are not here, so that they join the list later. */
async function keepWaiting(
  run: ImportRun,
  tx: Tx,
  { list, listId }: { list: ForeignList; listId: string },
) {
  if (list.kind !== 'readlist') return
  const rows = list.itemIds.flatMap((foreignBookId, place) => {
    const other = run.matched.others.get(foreignBookId)
    if (!other) return []
    return {
      importId: run.importId!,
      userId: null,
      origin: buildOrigin(run.source, 'listEntry', list.foreignId, foreignBookId),
      foreignBookId,
      book: toWaitingBook(other.book),
      value: { kind: 'listEntry' as const, listId, listKind: list.kind },
      place,
      createdAt: run.now,
    }
  })
  await insertWaiting(tx, rows)
}
