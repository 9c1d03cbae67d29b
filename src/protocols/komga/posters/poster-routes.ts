import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import type { Permission } from '../../../accounts/permissions/model'
import { sendContent } from '../../../platform/http/responses/content'
import { optional, shape, text, upload } from '../../../platform/http/shapes'
import { readKomgaBody } from '../access/body'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { acceptedResponse } from '../responses'
import { collectionPosters, readListPosters } from './list-posters'
import { bookPosters, type Posters, seriesPosters } from './posters'

export const komgaPosterRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(routesOf(ctx, 'series', seriesPosters, ['series:read', 'series:write']))
    .use(routesOf(ctx, 'books', bookPosters, ['books:read', 'books:write']))
    .use(routesOf(ctx, 'collections', collectionPosters, ['collections:read', 'collections:write']))
    .use(routesOf(ctx, 'readlists', readListPosters, ['readlists:read', 'readlists:write']))

/** Komga reads `selected` from the query, but some clients send it in the form. */
const PosterForm = shape(
  { file: upload(), selected: optional(text(10)) },
  { additionalProperties: true },
)

async function readUpload({ request, query }: KomgaCall) {
  const { file, selected } = await readKomgaBody(request, PosterForm)
  return { file, select: (query.get('selected') ?? selected) !== 'false' }
}

const toRef = ({ id = '', posterId = '' }: Record<string, string>) => ({ ownerId: id, posterId })

function routesOf(
  ctx: Context,
  owners: 'series' | 'books' | 'collections' | 'readlists',
  posters: Posters,
  [read, write]: [Permission, Permission],
) {
  const base = `/api/v1/${owners}/:id/thumbnails` as const
  return new Elysia()
    .get(
      base,
      handle(ctx, read, ({ viewer }, { id = '' }) => posters.list(ctx, viewer, id)),
      options,
    )
    .post(
      base,
      handle(ctx, write, async (call, { id = '' }) =>
        posters.add(ctx, call.viewer, id, await readUpload(call)),
      ),
      options,
    )
    .get(
      `${base}/:posterId`,
      handle(ctx, read, ({ viewer, request }, params) =>
        sendContent(request, posters.get(ctx, viewer, toRef(params))),
      ),
      options,
    )
    .put(
      `${base}/:posterId/selected`,
      handle(ctx, write, async ({ viewer }, params) => {
        await posters.select(ctx, viewer, toRef(params))
        return acceptedResponse()
      }),
      options,
    )
    .delete(
      `${base}/:posterId`,
      handle(ctx, write, async ({ viewer }, params) => {
        await posters.remove(ctx, viewer, toRef(params))
        return acceptedResponse()
      }),
      options,
    )
}
