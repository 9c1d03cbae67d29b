import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { paged } from '../../platform/http/pagination'
import { ByIdParams, unknown } from '../../platform/http/shapes'
import { noContent, orNoContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import {
  AverageRating,
  RatingList,
  RatingsQuery,
  RatingUpdate,
  RatingView,
  UserDataUpdate,
  UserDataView,
} from './model'
import {
  findRating,
  getAverage,
  getUserData,
  listOwnRatings,
  removeRating,
  setRating,
  updateUserData,
} from './service'

const read = { can: 'progress:read', params: ByIdParams } as const
const write = { can: 'progress:write', params: ByIdParams } as const

export const ratingRoutes = (ctx: Context): AnyElysia =>
  new Elysia({ tags: ['Ratings'] })
    .use(guard(ctx))
    .get(
      '/user/ratings',
      async ({ viewer, query, request, set }) => {
        const found = listOwnRatings(ctx, viewer, query)
        const { data, links: _, ...page } = await paged({ query, request, set }, found)
        return { ratings: data, ...page }
      },
      {
        can: 'progress:read',
        query: RatingsQuery,
        response: RatingList,
        detail: {
          summary: 'List your ratings',
          description:
            'Lists ratings of series and books that you can see, most recently changed first.',
        },
      },
    )
    .use(itemRoutes(ctx, 'series', 'a series'))
    .use(itemRoutes(ctx, 'book', 'a book'))

const itemRoutes = (ctx: Context, kind: 'series' | 'book', name: string): AnyElysia => {
  const path = kind === 'series' ? '/series/:id' : '/books/:id'
  return new Elysia({ tags: ['Ratings'] })
    .use(guard(ctx))
    .get(
      `${path}/rating`,
      ({ viewer, params, set }) =>
        orNoContent(set, findRating(ctx, viewer, { kind, id: params.id })),
      {
        ...read,
        response: { 200: RatingView, 204: unknown() },
        detail: {
          summary: `Get your rating of ${name}`,
          description: 'Returns 204 if there is no rating.',
        },
      },
    )
    .put(
      `${path}/rating`,
      ({ viewer, params, body }) => setRating(ctx, viewer, { kind, id: params.id }, body),
      {
        ...write,
        body: RatingUpdate,
        response: RatingView,
        detail: {
          summary: `Rate ${name}`,
          description: 'Stored without rounding. The note is kept if `notes` is omitted.',
        },
      },
    )
    .delete(
      `${path}/rating`,
      ({ viewer, params, set }) =>
        noContent(set, removeRating(ctx, viewer, { kind, id: params.id })),
      {
        ...write,
        response: { 204: unknown() },
        detail: {
          summary: `Delete your rating of ${name}`,
          description: 'Your note and favorite status are kept.',
        },
      },
    )
    .use(userDataRoutes(ctx, kind, { path, name }))
}

const userDataRoutes = (
  ctx: Context,
  kind: 'series' | 'book',
  { path, name }: { path: string; name: string },
): AnyElysia =>
  new Elysia({ tags: ['Ratings'] })
    .use(guard(ctx))
    .get(
      `${path}/ratings/average`,
      ({ viewer, params }) => getAverage(ctx, viewer, { kind, id: params.id }),
      {
        ...read,
        response: AverageRating,
        detail: {
          summary: `Get the average rating of ${name}`,
          description: 'Includes the ratings of all users on this server.',
        },
      },
    )
    .get(
      `${path}/user-data`,
      ({ viewer, params }) => getUserData(ctx, viewer, { kind, id: params.id }),
      {
        ...read,
        response: UserDataView,
        detail: {
          summary: `Get your rating, note and favorite status for ${name}`,
          description: "Includes the average of all users' ratings.",
        },
      },
    )
    .patch(
      `${path}/user-data`,
      ({ viewer, params, body }) => updateUserData(ctx, viewer, { kind, id: params.id }, body),
      {
        ...write,
        body: UserDataUpdate,
        response: UserDataView,
        detail: {
          summary: `Change your rating, note or favorite status for ${name}`,
          description: 'Omitted fields keep their value.',
        },
      },
    )
