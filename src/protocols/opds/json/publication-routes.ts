/** OPDS 2.0 publications: metadata, manifest, pages and resources, positions and progression. */
import { Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Viewer } from '../../../accounts/permissions/model'
import { getBookView, getVisibleBook } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { sendContent } from '../../../platform/http/responses/content'
import { respondWithEtag, sendText } from '../../../platform/http/responses/etag'
import {
  readResourceRequest,
  sendResource,
} from '../../../platform/http/responses/resource-response'
import { ByIdParams } from '../../../platform/http/shapes'
import { getProgression, setProgression } from '../../../reading/pages/epub/epub-progression'
import { getBookManifest } from '../../../reading/pages/text/pdf-manifest'
import { getPositions } from '../../../reading/pages/epub/position-list'
import { getResource } from '../../../reading/pages/epub/resources'
import { PageParams, PageQuery, ResourceParams } from '../../../reading/pages/model'
import { getPagedManifest, getPagedPositions } from '../../../reading/pages/paged/paged-publication'
import { getPage } from '../../../reading/pages/service'
import { ProgressionUpdate } from '../../../reading/progress/model'
import { buildBookItems } from '../catalog/lists'
import { createFeedRequest } from '../feed-request'
import { jsonFormat } from './json-feed'
import { buildPublication, progressionType, publicationType } from './publications'

const detail = { hide: true }
/** Creates a new object for each route, because the framework adds the app's hooks to it. */
const read = () => ({ can: 'pages:read', params: ByIdParams, detail }) as const

export const publicationRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/opds/v2/books' })
    .use(documents(ctx))
    .use(contents(ctx))
    .use(progression(ctx))

const documents = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .get('/:id', ({ viewer, params, request }) => getPublication(ctx, viewer, params.id, request), {
      can: 'books:read',
      params: ByIdParams,
      detail,
    })
    .get(
      '/:id/manifest',
      async ({ viewer, params: { id }, request }) =>
        sendText(
          request,
          (await hasContents(ctx, viewer, id))
            ? getBookManifest(ctx, viewer, id, request)
            : getPagedManifest(ctx, viewer, id),
        ),
      read(),
    )
    .get(
      '/:id/positions',
      async ({ viewer, params: { id }, request }) =>
        sendText(
          request,
          (await isEpub(ctx, viewer, id))
            ? getPositions(ctx, viewer, id, request.signal)
            : getPagedPositions(ctx, viewer, id),
        ),
      read(),
    )

/** Returns whether a book in this format can have a table of contents. */
const hasContents = async (ctx: Context, viewer: Viewer, id: string) => {
  const { format } = await getVisibleBook(ctx, viewer, id)
  return format === 'epub' || format === 'pdf'
}

const isEpub = async (ctx: Context, viewer: Viewer, id: string) =>
  (await getVisibleBook(ctx, viewer, id)).format === 'epub'

async function getPublication(ctx: Context, viewer: Viewer, id: string, request: Request) {
  const book = await getBookView(ctx, viewer, id)
  const [item] = await buildBookItems(ctx, viewer, [book], { withSeries: false })
  const links = {
    ...createFeedRequest(request, jsonFormat),
    coverWidth: ctx.config.thumbnails.width,
  }
  return respondWithEtag(request, JSON.stringify(buildPublication(item!, links)), {
    'content-type': publicationType,
  })
}

/**
 * Routes for the parts of a book, to which the manifest contains relative links. Requesting a part
 * does not move the position.
 */
const contents = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .get(
      '/:id/resources/*',
      ({ viewer, params, request }) => {
        const resource = getResource(ctx, viewer, params.id, readResourceRequest(request))
        return sendResource(request, resource, ctx.config)
      },
      { can: 'pages:read', params: ResourceParams, detail },
    )
    .get(
      '/:id/pages/:number',
      ({ viewer, params, query, request }) =>
        sendContent(
          request,
          getPage(ctx, viewer, params.id, { number: Number(params.number), query }),
        ),
      { can: 'pages:read', params: PageParams, query: PageQuery, detail },
    )

const progression = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .get(
      '/:id/progression',
      async ({ viewer, params, request }) => {
        const found = await getProgression(ctx, viewer, params.id, request.signal)
        if (!found) return new Response(null, { status: 204 })
        return respondWithEtag(request, JSON.stringify(found), { 'content-type': progressionType })
      },
      { can: 'progress:read', params: ByIdParams, detail },
    )
    .put(
      '/:id/progression',
      async ({ viewer, params, body }) => {
        await setProgression(ctx, viewer, params.id, body)
        return new Response(null, { status: 204 })
      },
      { can: 'progress:write', params: ByIdParams, body: ProgressionUpdate, detail },
    )
