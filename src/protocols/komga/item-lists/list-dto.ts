import { collectionKind } from '../../../catalog/collections/service'
import type { CollectionView } from '../../../catalog/collections/model'
import { mapItemIds } from '../../../catalog/item-lists/entries/items'
import { readingListKind } from '../../../catalog/reading-lists/service'
import type { ReadingListView } from '../../../catalog/reading-lists/model'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { formatInstant } from '../dto/formats'

type Shared = Pick<CollectionView, 'id' | 'name' | 'ordered' | 'createdAt' | 'updatedAt'>

/**
 * Builds a list. `filtered` is constant, because the real value would reveal that something is
 * hidden.
 */
const buildListDto = ({ id, name, ordered, createdAt, updatedAt }: Shared) => ({
  id,
  name,
  ordered,
  createdDate: formatInstant(createdAt),
  lastModifiedDate: formatInstant(updatedAt),
  filtered: false,
})

export async function buildCollectionDtos(
  ctx: Context,
  viewer: Viewer,
  lists: readonly CollectionView[],
) {
  const ids = await mapItemIds(
    ctx,
    viewer,
    collectionKind,
    lists.map(({ id }) => id),
  )
  return lists.map((list) => ({ ...buildListDto(list), seriesIds: ids.get(list.id) ?? [] }))
}

export async function buildReadListDtos(
  ctx: Context,
  viewer: Viewer,
  lists: readonly ReadingListView[],
) {
  const ids = await mapItemIds(
    ctx,
    viewer,
    readingListKind,
    lists.map(({ id }) => id),
  )
  return lists.map((list) => ({
    ...buildListDto(list),
    summary: list.summary ?? '',
    bookIds: ids.get(list.id) ?? [],
  }))
}
