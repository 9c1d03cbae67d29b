/**
 * Smart lists: a condition instead of manual entries, evaluated for each viewer. Conditions on read
 * status or ratings therefore apply to the viewer, not to the owner.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import type { Message } from '../../../platform/messages/message'
import type { ListKind, StoredCondition } from '../list-kind'
import type { ListTables } from '../list-tables'
import { listMessages } from '../messages'
import { maxItems, maxSharedSmartLists, maxSmartListsOfOwner } from '../model'
import { listNamedIds, replaceNamedLists } from './named-lists'
import {
  countSharedSmartLists,
  countSmartListsOf,
  findTest,
  findOpenSmartLists,
} from './smart-queries'
import { invalidBody } from '../../../platform/http/validation'

/** Maximum length of the condition as JSON. */
const maxConditionLength = 20_000
/** Limited, because each referenced list adds its condition to that of the request. */
const maxNamed = 10

/** Rejects conditions that series or book lists would reject. */
export function checkCondition(viewer: Viewer, kind: ListKind, condition: StoredCondition) {
  if (JSON.stringify(condition).length > maxConditionLength)
    throw invalidCondition(listMessages.condition_too_long({ max: maxConditionLength }))
  // Compiled only for validation.
  kind.compileTest(viewer, condition)
}

/** Rejects references to smart lists, because a smart list could then contain itself. */
export async function refuseNested(
  tx: Tx,
  viewer: Viewer,
  kind: ListKind,
  condition: StoredCondition,
) {
  const ids = listNamedIds(condition, kind.listField)
  if (ids.length === 0) return
  const named = await findOpenSmartLists(tx, viewer, kind.tables, inIds(kind.tables.lists.id, ids))
  if (named.length > 0) throw invalidCondition(listMessages.smart_in_smart())
}

export async function refuseTooMany(tx: Tx, { tables }: ListKind, viewer: Viewer) {
  if ((await countSmartListsOf(tx, tables, viewer.userId)) >= maxSmartListsOfOwner)
    throw new Refusal('conflict', listMessages.too_many_smart({ max: maxSmartListsOfOwner }))
}

/**
 * Limits the number of shared smart lists: listing shared lists evaluates all of them. Call this
 * after the change.
 */
export async function refuseTooManyShared(tx: Tx, { tables }: ListKind) {
  if ((await countSharedSmartLists(tx, tables)) > maxSharedSmartLists)
    throw new Refusal('conflict', listMessages.too_many_smart_shared({ max: maxSharedSmartLists }))
}

/**
 * Lists the items that match for the viewer, in list order. Returns an empty list if the viewer may
 * not query the fields in the condition.
 */
export async function listSmartItems(
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  { condition, sort, limit = maxItems }: SmartItems,
): Promise<string[]> {
  if (!findTest(viewer, kind, condition)) return []
  return kind.listMatchingIds(ctx, viewer, { condition, sort, limit })
}

interface SmartItems {
  condition: StoredCondition
  sort: string | null
  limit?: number
}

interface Named {
  tables: ListTables
  field: ListKind['listField']
  /** Throws a `Refusal` for conditions that the viewer may not query. */
  compile: (condition: StoredCondition) => unknown
}

/**
 * Replaces references to smart lists with the conditions of those lists. Lists that the viewer may
 * not open are not replaced and match nothing.
 */
export async function expandSmartLists<Tree extends object>(
  db: Db,
  viewer: Viewer,
  condition: Tree,
  { tables, field, compile }: Named,
): Promise<Tree> {
  const ids = listNamedIds(condition, field)
  if (ids.length === 0) return condition
  const named = await findOpenSmartLists(db, viewer, tables, inIds(tables.lists.id, ids))
  if (named.length === 0) return condition
  if (named.length > maxNamed)
    throw invalidCondition(listMessages.too_many_smart_named({ max: maxNamed }))
  const conditions = new Map(
    named.map(({ id, condition: own }) => [id, isRefused(() => compile(own)) ? nothing : own]),
  )
  return replaceNamedLists(condition, field, conditions) as Tree
}

const nothing: StoredCondition = { anyOf: [] }

function isRefused(run: () => unknown): boolean {
  try {
    run()
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

const invalidCondition = (message: Message) => invalidBody('condition', message)
