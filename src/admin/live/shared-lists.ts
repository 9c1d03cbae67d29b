/** Tells streams which shared list has changed, if their viewer sees it. */
import { Refusal } from '../../errors'
import type { Context } from '../../context'
import type { Permission, Viewer } from '../../accounts/permissions/model'
import { collectionKind } from '../../catalog/collections/service'
import type { ListKind } from '../../catalog/item-lists/list-kind'
import { getListRow } from '../../catalog/item-lists/list-rights'
import type { SharedListChange } from '../../catalog/item-lists/model'
import { readingListKind } from '../../catalog/reading-lists/service'
import type { ClientConnection } from './client-connection'
import { liveLogMessages } from './messages'
import type { EventFormat } from './sse-frames'

const kinds: Record<SharedListChange['listField'], [ListKind, Permission]> = {
  inCollection: [collectionKind, 'collections:read'],
  inReadList: [readingListKind, 'readlists:read'],
}

/**
 * Tells the changes of shared lists one after another, apart from other events, because who sees a
 * list takes a query for each stream.
 */
export class SharedListChanges {
  readonly #ctx: Context
  readonly #streams: ReadonlyMap<ClientConnection, EventFormat>
  /** The last change of each list. */
  readonly #waiting = new Map<string, SharedListChange>()
  #telling: Promise<void> | undefined

  /** `streams`: those that are open at any time. */
  constructor(ctx: Context, streams: ReadonlyMap<ClientConnection, EventFormat>) {
    this.#ctx = ctx
    this.#streams = streams
  }

  tell(change: SharedListChange) {
    const act = change.act ?? this.#waiting.get(change.listId)?.act
    this.#waiting.set(change.listId, { ...change, ...(act && { act }) })
    this.#telling ??= this.#tellWaiting()
  }

  /** Resolves when no query runs. */
  async close() {
    this.#waiting.clear()
    await this.#telling
  }

  async #tellWaiting() {
    for (const [listId, change] of this.#waiting) {
      this.#waiting.delete(listId)
      try {
        await this.#tellOne(change)
      } catch (error) {
        this.#ctx.log.error({ err: error }, liveLogMessages.publish_failed())
      }
    }
    this.#telling = undefined
  }

  /** Another event tells the owner. It also tells named editors, who are told twice. */
  async #tellOne(change: SharedListChange) {
    for (const [stream, { buildListFrame }] of this.#streams) {
      if (buildListFrame && (await seesList(this.#ctx, stream.viewer, change)))
        stream.send(buildListFrame(change))
    }
  }
}

/**
 * Others' lists are hidden while all of their entries are. A smart list that takes too long is not
 * named.
 */
async function seesList(ctx: Context, viewer: Viewer, { listField, listId }: SharedListChange) {
  const [kind, permission] = kinds[listField]
  if (!viewer.permissions.has(permission)) return false
  try {
    const { list } = await getListRow(ctx, viewer, kind, listId)
    return list.ownerId !== viewer.userId
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
