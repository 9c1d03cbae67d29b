/** Creates and changes collections and reading lists in the format that Komga clients send. */
import { appendItems, replaceItems } from '../../../catalog/item-lists/entries/items'
import type { ListKind } from '../../../catalog/item-lists/list-kind'
import { getListFor, requireListRight } from '../../../catalog/item-lists/list-rights'
import { storeChange, storeNewList } from '../../../catalog/item-lists/service'
import { maxItems } from '../../../catalog/item-lists/model'
import { notFound } from '../../../errors'
import { boolean, list, optional, patchable, shape, text } from '../../../platform/http/shapes'
import { readKomgaBody } from '../access/body'
import { isPossibleId, type KomgaCall } from '../access/komga-call'

const Ids = () => list(text(100), { maxItems })
const lenient = { additionalProperties: true }

const Creation = shape(
  {
    name: text(200, { minLength: 1 }),
    ordered: optional(boolean()),
    summary: patchable(text(5000)),
    seriesIds: optional(Ids()),
    bookIds: optional(Ids()),
  },
  lenient,
)

const Update = shape(
  {
    name: patchable(text(200, { minLength: 1 })),
    ordered: patchable(boolean()),
    summary: patchable(text(5000)),
    seriesIds: patchable(Ids()),
    bookIds: patchable(Ids()),
  },
  lenient,
)

/** Creates a list and returns its ID. Creates nothing if one of the entries does not exist. */
export async function createKomgaList(
  { ctx, viewer, request }: KomgaCall,
  kind: ListKind,
  member: 'seriesIds' | 'bookIds',
): Promise<string> {
  const { name, ordered = false, summary, [member]: ids } = await readKomgaBody(request, Creation)
  const itemIds = checkIds(kind, ids ?? [])
  const creation = { name, ordered, summary: summary || null }
  return ctx.write(async (tx) => {
    const id = await storeNewList(ctx, tx, viewer, { kind, creation })
    if (itemIds.length > 0) await appendItems(ctx, tx, viewer, { kind, id, itemIds })
    return id
  })
}

/**
 * Updates a list. Apps send all members. Users who may change only the entries must send the other
 * members unchanged.
 */
export async function updateKomgaList(
  { ctx, viewer, request }: KomgaCall,
  kind: ListKind,
  { id, member }: { id: string; member: 'seriesIds' | 'bookIds' },
) {
  const { name, ordered, summary, [member]: ids } = await readKomgaBody(request, Update)
  const itemIds = ids && checkIds(kind, ids)
  await requireListRight(ctx, viewer, kind, { id, right: 'canEdit' })
  await ctx.write(async (tx) => {
    const { list: before } = await getListFor(tx, viewer, kind, { id, right: 'canEdit' })
    const patch = {
      ...(name != null && name !== before.name && { name }),
      ...(ordered != null && ordered !== before.ordered && { ordered }),
      ...(summary !== undefined &&
        (summary || null) !== before.summary && { summary: summary || null }),
    }
    if (Object.keys(patch).length > 0) await storeChange(ctx, tx, viewer, { kind, id, patch })
    if (itemIds) await replaceItems(ctx, tx, viewer, { kind, id, itemIds })
  })
}

function checkIds(kind: ListKind, ids: readonly string[]): readonly string[] {
  if (!ids.every(isPossibleId)) throw notFound(kind.itemNotFound())
  return ids
}

/** Sorts the items in the order of `ids`. */
export const sortLike = <Item extends { id: string }>(ids: readonly string[], items: Item[]) => {
  const places = new Map(ids.map((id, place) => [id, place]))
  return items.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}
