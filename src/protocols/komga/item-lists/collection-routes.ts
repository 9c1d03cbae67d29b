import { Elysia } from 'elysia'
import { getListThumbnailContent } from '../../../artwork/covers/lists/list-thumbnail'
import { picturedCollections } from '../../../artwork/covers/lists/pictured-lists'
import {
  collectionKind,
  getCollection,
  listCollections,
  listCollectionSeries,
  listCollectionsOfSeries,
} from '../../../catalog/collections/service'
import { deleteList } from '../../../catalog/item-lists/service'
import type { Context } from '../../../context'
import { sendContent } from '../../../platform/http/responses/content'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { buildSeriesDtos } from '../dto/series-dto'
import { createKomgaPage, readPaging, toPageQuery } from '../lists/komga-paging'
import { readParameter } from '../lists/list-parameters'
import { listSeriesOfCollection } from '../lists/series-search'
import { buildCollectionDtos } from './list-dto'
import { createKomgaList, updateKomgaList } from './list-writes'
import { isPlainQuery } from './plain-query'

const path = '/api/v1/collections'
const one = `${path}/:id` as const

export const komgaCollectionRoutes = (ctx: Context) =>
  new Elysia()
    .use(readRoutes(ctx))
    .use(writeRoutes(ctx))
    .get(
      `${one}/thumbnail`,
      handle(ctx, 'collections:read', ({ viewer, request }, { id = '' }) =>
        sendContent(
          request,
          getListThumbnailContent(ctx, viewer, picturedCollections, {
            id,
            query: { format: 'jpeg' },
          }),
        ),
      ),
      options,
    )

const readRoutes = (ctx: Context) =>
  new Elysia()
    .get(path, handle(ctx, 'collections:read', listAll), options)
    .get(
      one,
      handle(ctx, 'collections:read', (call, { id = '' }) => getOne(call, id)),
      options,
    )
    .get(`${one}/series`, handle(ctx, ['collections:read', 'series:read'], listSeries), options)
    .get(
      '/api/v1/series/:id/collections',
      handle(ctx, ['collections:read', 'series:read'], async ({ viewer }, { id = '' }) => {
        const found = await listCollectionsOfSeries(ctx, viewer, id, { pageSize: '1000' })
        return buildCollectionDtos(ctx, viewer, found.data)
      }),
      options,
    )

const writeRoutes = (ctx: Context) =>
  new Elysia()
    .post(
      path,
      handle(ctx, 'collections:write', async (call) =>
        getOne(call, await createKomgaList(call, collectionKind, 'seriesIds')),
      ),
      options,
    )
    .patch(
      one,
      handle(ctx, 'collections:write', async (call, { id = '' }) => {
        await updateKomgaList(call, collectionKind, { id, member: 'seriesIds' })
        return undefined
      }),
      options,
    )
    .delete(
      one,
      handle(ctx, 'collections:delete', async ({ viewer }, { id = '' }) => {
        await deleteList(ctx, viewer, collectionKind, { id })
        return undefined
      }),
      options,
    )

async function listAll({ ctx, viewer, query }: KomgaCall) {
  const paging = readPaging(query)
  const search = readParameter(query, 'search')?.slice(0, 200)
  const asked = { ...toPageQuery(paging), ...(search && { search }) }
  const { data, total } = await listCollections(ctx, viewer, asked)
  return createKomgaPage(paging, { data: await buildCollectionDtos(ctx, viewer, data), total })
}

async function getOne({ ctx, viewer }: KomgaCall, id: string) {
  const [dto] = await buildCollectionDtos(ctx, viewer, [await getCollection(ctx, viewer, id)])
  return dto
}

async function listSeries(call: KomgaCall, { id = '' }: Record<string, string>) {
  const { ctx, viewer, query } = call
  const paging = readPaging(query)
  if (!isPlainQuery(query)) {
    return listSeriesOfCollection(call, await getCollection(ctx, viewer, id))
  }
  const { data, total } = await listCollectionSeries(ctx, viewer, id, toPageQuery(paging))
  return createKomgaPage(paging, { data: await buildSeriesDtos(ctx, viewer, data), total })
}
