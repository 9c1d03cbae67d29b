/** Sends the ID of a changed shared list to the streams whose viewers see the list. */
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
 * Sends changes to shared lists one after another, separately from other events, because each
 * stream needs a query to find out whether its viewer sees the list.
 */
export class SharedListChanges {
  readonly #ctx: Context
  readonly #streams: ReadonlyMap<ClientConnection, EventFormat>
  /** The latest unsent change of each list. */
  readonly #waiting = new Map<string, SharedListChange>()
  #sending: Promise<void> | undefined

  /** `streams` always contains the streams that are currently open. */
  constructor(ctx: Context, streams: ReadonlyMap<ClientConnection, EventFormat>) {
    this.#ctx = ctx
    this.#streams = streams
  }

  send(change: SharedListChange) {
    const act = change.act ?? this.#waiting.get(change.listId)?.act
    this.#waiting.set(change.listId, { ...change, ...(act && { act }) })
    this.#sending ??= this.#sendWaiting()
  }

  /** Drops waiting changes. Resolves once no query is running. */
  async close() {
    this.#waiting.clear()
    await this.#sending
  }

  async #sendWaiting() {
    for (const [listId, change] of this.#waiting) {
      this.#waiting.delete(listId)
      try {
        await this.#sendOne(change)
      } catch (error) {
        this.#ctx.log.error({ err: error }, liveLogMessages.publish_failed())
      }
    }
    this.#sending = undefined
  }

  async #sendOne(change: SharedListChange) {
    for (const [stream, { buildListFrame }] of this.#streams) {
      if (buildListFrame && (await seesListOfOther(this.#ctx, stream.viewer, change)))
        stream.send(buildListFrame(change))
    }
  }
}

/**
 * Returns whether the viewer sees a list of another user. The owner is left out, because the owner
 * already receives the ID with `kind.updated` (publish-update.ts). Editors receive the ID with both
 * events. Returns false for a list whose entries are all hidden, and for a smart list that takes
 * too long.
 */
async function seesListOfOther(
  ctx: Context,
  viewer: Viewer,
  { listField, listId }: SharedListChange,
) {
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
