import { collectionKind, listFirstSeries } from '../../../catalog/collections/service'
import { listFirstBooks, readingListKind } from '../../../catalog/reading-lists/service'
import { getSeriesThumbnail } from '../shown-cover'
import { requestBookThumbnail } from '../../thumbnails/request-thumbnail'
import { getBookThumbnail } from '../../thumbnails/service'
import type { PicturedList } from './list-thumbnail'

export const picturedCollections: PicturedList = {
  kind: collectionKind,
  ownerKind: 'collection',
  listFirst: listFirstSeries,
  getThumbnail: getSeriesThumbnail,
}

export const picturedReadingLists: PicturedList = {
  kind: readingListKind,
  ownerKind: 'readingList',
  listFirst: listFirstBooks,
  getThumbnail: async (ctx, viewer, bookId) => ({
    row: await getBookThumbnail(ctx, viewer, bookId),
    remake: () => requestBookThumbnail(ctx, bookId),
  }),
}
