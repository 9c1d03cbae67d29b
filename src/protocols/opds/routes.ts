/** OPDS 1.2 at `/opds` and OPDS 2.0 at `/opds/v2`: the catalog for reading apps. */
import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import type { Permission } from '../../accounts/permissions/model'
import { getFile } from '../../catalog/books/files/download'
import type { Context } from '../../context'
import { sendContent } from '../../platform/http/responses/content'
import { respondWithEtag } from '../../platform/http/responses/etag'
import { ByIdParams, id, shape, text } from '../../platform/http/shapes'
import { getSetting } from '../../platform/settings/settings'
import { renderSearchDescription } from './atom/render-feed'
import { atomFormat } from './atom/atom-format'
import {
  FeedQuery,
  listFound,
  listGroups,
  listCatalogCollection,
  listCatalogReadingList,
  listSeriesBooks,
  listShelfBooks,
  listCatalogWantToRead,
  SearchQuery,
  shelves,
} from './catalog/lists'
import {
  listCollectionSections,
  listGenreSections,
  listLibrarySections,
  listPublisherSections,
  listReadingListSections,
  listSections,
} from './catalog/sections'
import { listCatalogSeries, SeriesFeedQuery } from './catalog/series-list'
import { createFeedRequest, type FeedFormat } from './feed-request'
import { jsonFormat } from './json/json-feed'
import { publicationRoutes } from './json/publication-routes'
import { getStreamedPage, recordSentPage, StreamParams, StreamQuery } from './page-stream'
import {
  requestAuthentication,
  respondWithAuthentication,
  respondWithFeed,
  sendDownload,
} from './responses'

/** Not part of the API document, because OPDS describes itself. */
const detail = { hide: true }
/** Creates a new object for each route, because the framework adds the app's hooks to it. */
const browse = () => ({ can: ['libraries:read', 'series:read', 'books:read'], detail }) as const

/** `startedAt` is the time at which the server was started. */
export function opdsRoutes(ctx: Context, startedAt: Date) {
  return new Elysia()
    .use(atomRoutes(ctx, startedAt))
    .use(lists(ctx, atomFormat, startedAt))
    .use(
      new Elysia()
        .mapResponse(({ request, responseValue }) =>
          requestAuthentication(ctx, request, responseValue),
        )
        .use(jsonRoutes(ctx, startedAt))
        .use(lists(ctx, jsonFormat, startedAt))
        .use(publicationRoutes(ctx)),
    )
}

/**
 * The catalog's start page is at the first path. The other paths are the ones that people know from
 * similar servers.
 */
const atomStartPaths = ['/opds', '/opds/v1.2', '/opds/v1.2/catalog']

function atomRoutes(ctx: Context, startedAt: Date) {
  const app = new Elysia().use(guard(ctx))
  for (const path of atomStartPaths) {
    app.get(
      path,
      ({ request }) =>
        respondWithFeed(ctx, request, atomFormat, async () =>
          listSections(startedAt, await getSetting(ctx, 'branding.name')),
        ),
      browse(),
    )
  }
  return app
    .get('/opds/search.xml', ({ request }) => describeSearch(ctx, request), browse())
    .get(
      '/opds/search',
      ({ viewer, query, request }) =>
        respondWithFeed(ctx, request, atomFormat, () => listFound(ctx, viewer, query)),
      { ...browse(), query: SearchQuery },
    )
    .get(
      '/opds/books/:id/file/:name',
      ({ viewer, params, request }) => sendDownload(request, getFile(ctx, viewer, params.id)),
      {
        can: ['books:read', 'pages:read'],
        params: shape({ id: id(), name: text(2000) }),
        detail,
      },
    )
    .get(
      '/opds/books/:id/pages/:number',
      async ({ viewer, params, query, request }) => {
        const page = await getStreamedPage(ctx, viewer, params, query)
        const response = await sendContent(request, page)
        await recordSentPage(ctx, viewer, params, request)
        return response
      },
      { can: 'pages:read', params: StreamParams, query: StreamQuery, detail },
    )
}

async function describeSearch(ctx: Context, request: Request) {
  const { hrefOfList } = createFeedRequest(request, atomFormat)
  const template = `${hrefOfList('search')}?q={searchTerms}`
  const xml = renderSearchDescription({
    name: await getSetting(ctx, 'branding.name'),
    template,
  })
  return respondWithEtag(request, xml, {
    'content-type': 'application/opensearchdescription+xml;charset=utf-8',
  })
}

const jsonStartPaths = ['/opds/v2', '/opds/v2/catalog']
const QuickSearchQuery = shape({ ...FeedQuery.properties, query: text(200) })

function jsonRoutes(ctx: Context, startedAt: Date) {
  const app = new Elysia().use(guard(ctx))
  for (const path of jsonStartPaths) {
    app.get(
      path,
      ({ viewer, request }) =>
        respondWithFeed(ctx, request, jsonFormat, async () => ({
          ...listSections(startedAt, await getSetting(ctx, 'branding.name')),
          groups: await listGroups(ctx, viewer),
        })),
      browse(),
    )
  }
  return app
    .get('/opds/v2/authentication', ({ request }) => respondWithAuthentication(ctx, request), {
      detail,
    })
    .get(
      '/opds/v2/search',
      ({ viewer, query: { query, ...paging }, request }) =>
        respondWithFeed(ctx, request, jsonFormat, () =>
          listFound(ctx, viewer, { ...paging, q: query }),
        ),
      { ...browse(), query: QuickSearchQuery },
    )
}

/** Creates the routes of the lists in one of the two versions. */
const lists = (ctx: Context, format: FeedFormat, startedAt: Date) => (app: AnyElysia) =>
  app
    .use(shelfRoutes(ctx, format))
    .use(sectionRoutes(ctx, format, startedAt))
    .use(seriesRoutes(ctx, format))
    .use(itemListRoutes(ctx, format))

function shelfRoutes(ctx: Context, format: FeedFormat) {
  const app = new Elysia().use(guard(ctx))
  for (const shelf of shelves) {
    app.get(
      `${format.root}/${shelf.path}`,
      ({ viewer, query, request }) =>
        respondWithFeed(ctx, request, format, () => listShelfBooks(ctx, viewer, shelf, query)),
      { ...browse(), query: FeedQuery },
    )
  }
  return app.get(
    `${format.root}/want-to-read`,
    ({ viewer, query, request }) =>
      respondWithFeed(ctx, request, format, () => listCatalogWantToRead(ctx, viewer, query)),
    { ...browse(), query: FeedQuery },
  )
}

const sectionRoutes = (ctx: Context, format: FeedFormat, startedAt: Date) =>
  new Elysia()
    .use(guard(ctx))
    .get(
      `${format.root}/libraries`,
      ({ viewer, request }) =>
        respondWithFeed(ctx, request, format, () => listLibrarySections(ctx, viewer)),
      browse(),
    )
    .get(
      `${format.root}/genres`,
      ({ viewer, query, request }) =>
        respondWithFeed(ctx, request, format, () => listGenreSections(ctx, viewer, query)),
      { ...browse(), query: FeedQuery },
    )
    .get(
      `${format.root}/publishers`,
      ({ viewer, request }) =>
        respondWithFeed(ctx, request, format, () => listPublisherSections(ctx, viewer, startedAt)),
      browse(),
    )

const seriesRoutes = (ctx: Context, format: FeedFormat) =>
  new Elysia()
    .use(guard(ctx))
    .get(
      `${format.root}/series`,
      ({ viewer, query, request }) =>
        respondWithFeed(ctx, request, format, () => listCatalogSeries(ctx, viewer, query)),
      { ...browse(), query: SeriesFeedQuery },
    )
    .get(
      `${format.root}/series/:id`,
      ({ viewer, params, query, request }) =>
        respondWithFeed(ctx, request, format, () => listSeriesBooks(ctx, viewer, params.id, query)),
      { ...browse(), params: ByIdParams, query: FeedQuery },
    )

const browseWith = (permission: Permission) => ({
  can: [...browse().can, permission],
  detail,
})

const itemListRoutes = (ctx: Context, format: FeedFormat) =>
  new Elysia()
    .use(guard(ctx))
    .get(
      `${format.root}/collections`,
      ({ viewer, query, request }) =>
        respondWithFeed(ctx, request, format, () => listCollectionSections(ctx, viewer, query)),
      { ...browseWith('collections:read'), query: FeedQuery },
    )
    .get(
      `${format.root}/collections/:id`,
      ({ viewer, params, query, request }) =>
        respondWithFeed(ctx, request, format, () =>
          listCatalogCollection(ctx, viewer, params.id, query),
        ),
      { ...browseWith('collections:read'), params: ByIdParams, query: FeedQuery },
    )
    .get(
      `${format.root}/reading-lists`,
      ({ viewer, query, request }) =>
        respondWithFeed(ctx, request, format, () => listReadingListSections(ctx, viewer, query)),
      { ...browseWith('readlists:read'), query: FeedQuery },
    )
    .get(
      `${format.root}/reading-lists/:id`,
      ({ viewer, params, query, request }) =>
        respondWithFeed(ctx, request, format, () =>
          listCatalogReadingList(ctx, viewer, params.id, query),
        ),
      { ...browseWith('readlists:read'), params: ByIdParams, query: FeedQuery },
    )
