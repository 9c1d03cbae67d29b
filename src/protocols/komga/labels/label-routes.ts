/**
 * Routes that list genres, people and other values from metadata. Komga's API version 1 returns
 * arrays, and version 2 returns pages.
 */
import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import type { FacetName } from '../../../catalog/series/lists/model'
import { handle, isPossibleId, type KomgaCall, options } from '../access/komga-call'
import { createEmptyPage, createKomgaPage } from '../lists/komga-paging'
import { readParameter } from '../lists/list-parameters'
import { readValuePage, readScope } from './read-scope'
import { komgaTagRoutes } from './tag-routes'
import { firstValues, listAgeRatings, listAuthors, listValues } from './list-values'

export const komgaLabelRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(values(ctx))
    .use(komgaTagRoutes(ctx))
    .use(emptyLists(ctx))
    .use(authors(ctx))
    .use(authorMembers(ctx))

const lists: [path: string, facet: FacetName][] = [
  ['/api/v1/genres', 'genre'],
  ['/api/v1/tags/series', 'tag'],
  ['/api/v1/publishers', 'publisher'],
  ['/api/v1/languages', 'language'],
  ['/api/v1/series/release-dates', 'year'],
]

const pages: [path: string, facet: FacetName][] = [
  ['/api/v2/genres', 'genre'],
  ['/api/v2/publishers', 'publisher'],
  ['/api/v2/languages', 'language'],
  ['/api/v2/age-ratings', 'ageRating'],
  ['/api/v2/series/release-years', 'year'],
]

const can = 'series:read'

function values(ctx: Context) {
  const app = new Elysia()
  for (const [path, facet] of lists) {
    const list = async ({ viewer, query }: KomgaCall) =>
      (await listValues(ctx, viewer, facet, { ...readScope(query), ...firstValues })).data
    app.get(path, handle(ctx, can, list), options)
  }
  app.get(
    '/api/v1/age-ratings',
    handle(ctx, can, ({ viewer, query }) => listAgeRatings(ctx, viewer, readScope(query))),
    options,
  )
  for (const [path, facet] of pages) {
    const list = async ({ viewer, query }: KomgaCall) => {
      const { paging, limit, offset } = readValuePage(query)
      const found = await listValues(ctx, viewer, facet, { ...readScope(query), limit, offset })
      const data = facet === 'ageRating' ? found.data.map(Number) : found.data
      return createKomgaPage<string | number>(paging, { ...found, data })
    }
    app.get(path, handle(ctx, can, list), options)
  }
  return app
}

/** Komga's sharing labels are not supported. */
const emptyLists = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v1/sharing-labels',
      handle(ctx, can, async () => []),
      options,
    )
    .get(
      '/api/v2/sharing-labels',
      handle(ctx, can, async ({ query }) => createEmptyPage(query)),
      options,
    )

const authors = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v1/authors',
      handle(ctx, can, async ({ viewer, query }) => {
        const scope = { ...readAuthorScope(query), ...firstValues }
        return (await listAuthors(ctx, viewer, scope)).data
      }),
      options,
    )
    .get(
      '/api/v2/authors',
      handle(ctx, can, async ({ viewer, query }) => {
        const { paging, limit, offset } = readValuePage(query)
        const scope = { ...readAuthorScope(query), limit, offset }
        return createKomgaPage(paging, await listAuthors(ctx, viewer, scope))
      }),
      options,
    )

function authorMembers(ctx: Context) {
  const app = new Elysia()
  for (const member of ['name', 'role'] as const) {
    const listAll = (call: KomgaCall) => listDistinct(ctx, call, member)
    const listPage = async (call: KomgaCall) => {
      const { paging, limit, offset } = readValuePage(call.query)
      const all = await listAll(call)
      return createKomgaPage(paging, { data: all.slice(offset, offset + limit), total: all.length })
    }
    app
      .get(`/api/v1/authors/${member}s`, handle(ctx, can, listAll), options)
      .get(`/api/v2/authors/${member}s`, handle(ctx, can, listPage), options)
  }
  return app
}

async function listDistinct(
  ctx: Context,
  { viewer, query }: KomgaCall,
  member: 'name' | 'role',
): Promise<string[]> {
  const scope = { ...readAuthorScope(query), ...firstValues }
  const { data } = await listAuthors(ctx, viewer, scope)
  return [...new Set(data.map((author) => author[member]))]
}

function readAuthorScope(query: URLSearchParams) {
  const scope = readScope(query)
  const seriesId = readParameter(query, 'series_id')
  const isUnknown = seriesId !== undefined && !isPossibleId(seriesId)
  return {
    ...scope,
    // People cannot be listed by collection.
    isEmpty: scope.isEmpty || isUnknown || scope.collectionIds !== undefined,
    seriesId,
    role: readParameter(query, 'role'),
  }
}
