/**
 * Sends changed books to a device and, after all of them have been sent, reading lists as
 * collections.
 */
import { mapItemIds } from '../../../catalog/item-lists/entries/items'
import type { ReadingListView } from '../../../catalog/reading-lists/model'
import { listReadingLists, readingListKind } from '../../../catalog/reading-lists/service'
import type { Context } from '../../../context'
import type { DeviceRequest } from '../devices'
import { formatToken, parseToken, type SyncAnswer, syncLibrary } from '../library-sync'
import { incrementBatch } from '../device-queries'
import { listTags, findRevisionIds, settleTags, upsertTags } from './tag-queries'

/** Only the first lists, ordered by name, are sent. */
const maxLists = 200
const maxBooksOfList = 2000

export async function syncDevice(
  ctx: Context,
  exchange: DeviceRequest,
  asked: { base: string; token: string | null },
): Promise<SyncAnswer> {
  const { device } = exchange
  await ctx.write((tx) => settleTags(tx, device.id, parseToken(asked.token, device.id)))
  const books = await syncLibrary(ctx, exchange, asked)
  if (books.hasMore) return books
  const { changed, removed } = await findTagChanges(ctx, exchange)
  if (changed.length + removed.length === 0) return books
  const batch = await ctx.write(async (tx) => {
    const next = await incrementBatch(tx, device.id)
    const shared = { deviceId: device.id, batch: next }
    await upsertTags(tx, [
      ...changed.map(({ list, version }) => ({
        ...shared,
        listId: list.id,
        sentVersion: version,
        isRemoved: false,
      })),
      ...removed.map((listId) => ({ ...shared, listId, sentVersion: null, isRemoved: true })),
    ])
    return next
  })
  const now = ctx.clock.now()
  const tags = [
    ...removed.map((id) => ({ DeletedTag: { Tag: { Id: id, LastModified: formatTime(now) } } })),
    ...changed.map(buildChange),
  ]
  return {
    items: [...books.items, ...tags],
    token: formatToken(device.id, batch),
    hasMore: false,
  }
}

interface ListOfDevice {
  list: ReadingListView
  /** The IDs that the device uses for these books. */
  books: string[]
  version: string
  isNew: boolean
}

/** Lists without books on the device are not sent. */
async function findTagChanges(ctx: Context, { device, viewer }: DeviceRequest) {
  const known = new Map((await listTags(ctx.db, device.id)).map((row) => [row.listId, row]))
  const mayRead = viewer.permissions.has('readlists:read')
  const lists = mayRead ? await listForDevice(ctx, { device, viewer }) : []
  const shown = lists.filter(({ books }) => books.length > 0)
  const ids = new Set(shown.map(({ list }) => list.id))
  const changed: ListOfDevice[] = []
  for (const one of shown) {
    const row = known.get(one.list.id)
    const isNew = !row || row.isRemoved || row.sentVersion === null
    if (isNew || row.sentVersion !== one.version) changed.push({ ...one, isNew })
  }
  const removed = [...known.values()]
    .filter((row) => !row.isRemoved && !ids.has(row.listId))
    .map(({ listId }) => listId)
  return { changed, removed }
}

async function listForDevice(ctx: Context, { device, viewer }: DeviceRequest) {
  const { data } = await listReadingLists(ctx, viewer, { pageSize: String(maxLists) })
  const listIds = data.map(({ id }) => id)
  const items = await mapItemIds(ctx, viewer, readingListKind, listIds)
  const ofList = (id: string) => (items.get(id) ?? []).slice(0, maxBooksOfList)
  const bookIds = new Set(listIds.flatMap(ofList))
  const revisions = await findRevisionIds(ctx.db, device.id, [...bookIds])
  return data.map((list) => {
    const books = ofList(list.id).flatMap((id) => revisions.get(id) ?? [])
    const version = Bun.hash.xxHash3([list.name, ...books].join('\n')).toString(36)
    return { list, books, version }
  })
}

function buildChange({ list, books, isNew }: ListOfDevice) {
  const tag = {
    Created: formatTime(list.createdAt),
    Id: list.id,
    Items: books.map((id) => ({ RevisionId: id, Type: 'ProductRevisionTagItem' })),
    LastModified: formatTime(list.updatedAt),
    Name: list.name,
    Type: 'UserTag',
  }
  return isNew ? { NewTag: { Tag: tag } } : { ChangedTag: { Tag: tag } }
}

/** Formats times as the Kobo store does. */
const formatTime = (time: Date) => time.toISOString().replace(/\.\d+Z$/, 'Z')
