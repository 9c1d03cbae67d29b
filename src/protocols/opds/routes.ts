/** OPDS 1.2: the catalog for reading apps. */
import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { getFile } from '../../catalog/books/files/download'
import { ByIdParams, id, shape, text } from '../../platform/http/shapes'
import { respondWithEtag } from '../../platform/http/responses/etag'
import { guard } from '../../accounts/permissions/guard'
import type { ShelfName } from '../../reading/progress/shelves/service'
import { renderSearchDescription } from './atom'
import {
  FeedQuery,
  listBooksFeed,
  listGenreSections,
  listLibrarySections,
  listPublisherSections,
  listSearchFeed,
  listSections,
  listShelfFeed,
  listWantToReadFeed,
  SearchQuery,
} from './catalog'
import { createFeedRequest, respondWithFeed } from './feed-response'
import { streamPage, StreamParams, StreamQuery } from './page-stream'
import { listSeriesFeed, SeriesFeedQuery } from './series-feeds'

/** Not part of the API document: OPDS describes itself. */
const detail = { hide: true }
/** A new object for each route, because the framework adds the hooks of the app to it. */
const browse = () => ({ can: ['libraries:read', 'series:read', 'books:read'], detail }) as const

/** Nothing is served if the setting `opds.enabled` is off. */
export const opdsRoutes = (ctx: Context) =>
  ctx.config.opds.enabled
    ? new Elysia()
        .use(startOfCatalog(ctx))
        .use(shelves(ctx))
        .use(lists(ctx))
        .use(booksAndPages(ctx))
    : new Elysia()

/** The second address is the one that people type from habit. */
const startPaths = ['/opds', '/opds/v1.2', '/opds/v1.2/catalog']

function startOfCatalog(ctx: Context) {
  const startedAt = ctx.now()
  const app = new Elysia().use(guard(ctx))
  for (const path of startPaths) {
    app.get(
      path,
      ({ request }) => respondWithFeed(ctx, request, async (feed) => listSections(startedAt, feed)),
      browse(),
    )
  }
  return app
    .get(
      '/opds/search.xml',
      ({ request }) => {
        const { href } = createFeedRequest(request)
        const template = `${href('/opds/search')}?q={searchTerms}`
        const xml = renderSearchDescription({ name: 'Quire', template })
        return respondWithEtag(request, xml, {
          'content-type': 'application/opensearchdescription+xml;charset=utf-8',
        })
      },
      browse(),
    )
    .get(
      '/opds/publishers',
      ({ viewer, request }) =>
        respondWithFeed(ctx, request, (feed) =>
          listPublisherSections(ctx, viewer, feed, startedAt),
        ),
      browse(),
    )
}

const shelvesByPath: [path: string, title: string, shelf: ShelfName][] = [
  ['/opds/keep-reading', 'Keep reading', 'in-progress'],
  ['/opds/on-deck', 'On deck', 'on-deck'],
  ['/opds/new-books', 'New books', 'recently-added'],
]

function shelves(ctx: Context) {
  const app = new Elysia().use(guard(ctx))
  for (const [path, title, shelf] of shelvesByPath) {
    app.get(
      path,
      ({ viewer, query, request }) =>
        respondWithFeed(ctx, request, (feed) =>
          listShelfFeed(ctx, viewer, { title, shelf, query }, feed),
        ),
      { ...browse(), query: FeedQuery },
    )
  }
  return app.get(
    '/opds/want-to-read',
    ({ viewer, query, request }) =>
      respondWithFeed(ctx, request, (feed) => listWantToReadFeed(ctx, viewer, query, feed)),
    { ...browse(), query: FeedQuery },
  )
}

const lists = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .get(
      '/opds/libraries',
      ({ viewer, request }) =>
        respondWithFeed(ctx, request, (feed) => listLibrarySections(ctx, viewer, feed)),
      browse(),
    )
    .get(
      '/opds/genres',
      ({ viewer, query, request }) =>
        respondWithFeed(ctx, request, (feed) => listGenreSections(ctx, viewer, query, feed)),
      { ...browse(), query: FeedQuery },
    )
    .get(
      '/opds/series',
      ({ viewer, query, request }) =>
        respondWithFeed(ctx, request, (feed) => listSeriesFeed(ctx, viewer, query, feed)),
      { ...browse(), query: SeriesFeedQuery },
    )
    .get(
      '/opds/search',
      ({ viewer, query, request }) =>
        respondWithFeed(ctx, request, (feed) => listSearchFeed(ctx, viewer, query, feed)),
      { ...browse(), query: SearchQuery },
    )

const booksAndPages = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .get(
      '/opds/series/:id',
      ({ viewer, params, query, request }) =>
        respondWithFeed(ctx, request, (feed) =>
          listBooksFeed(ctx, viewer, { seriesId: params.id, query }, feed),
        ),
      { ...browse(), params: ByIdParams, query: FeedQuery },
    )
    .get(
      '/opds/books/:id/file/:name',
      ({ viewer, params, request }) => getFile(ctx, viewer, params.id, request),
      {
        can: ['books:read', 'pages:read'],
        params: shape({ id: id(), name: text(2000) }),
        detail,
      },
    )
    .get(
      '/opds/books/:id/pages/:number',
      ({ viewer, params, query, request }) => streamPage(ctx, viewer, { params, query, request }),
      { can: 'pages:read', params: StreamParams, query: StreamQuery, detail },
    )
