/** Releases as an Atom feed and as a calendar, at addresses with a key, and these addresses. */
import { Elysia } from 'elysia'
import { answerCreated, answerNoContent } from '../../accounts/permissions/account-responses'
import { addViewerIdentification, admitViewer, guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { respondWithEtag } from '../../platform/http/responses/etag'
import { ByIdParams } from '../../platform/http/shapes'
import {
  createFeedAddress,
  deleteFeedAddress,
  identifyFeedViewer,
  listFeedAddresses,
} from './addresses'
import * as model from './model'
import { buildReleaseCalendar, buildReleaseFeed } from './release-feeds'

export function feedRoutes(ctx: Context) {
  addViewerIdentification(ctx, '/feeds', identifyFeedViewer)
  return new Elysia().use(releaseFeedRoutes(ctx)).use(feedAddressRoutes(ctx))
}

/** Not part of the API document: an address is only usable as it was created. */
const withKey = () => ({ params: model.FeedParams, detail: { hide: true } }) as const

const releaseFeedRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/feeds/:key/releases.atom',
      async ({ request }) => {
        const viewer = await admitViewer(ctx, request)
        const body = await buildReleaseFeed(ctx, viewer, request)
        return respondWithEtag(request, body, {
          'content-type': 'application/atom+xml;charset=utf-8',
        })
      },
      withKey(),
    )
    .get(
      '/feeds/:key/releases.ics',
      async ({ request }) => {
        const viewer = await admitViewer(ctx, request)
        const body = await buildReleaseCalendar(ctx, viewer, request)
        return respondWithEtag(request, body, { 'content-type': 'text/calendar;charset=utf-8' })
      },
      withKey(),
    )

const feedAddressRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/api/v1/user/feeds', tags: ['Releases'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => listFeedAddresses(ctx, viewer), {
      can: 'api-keys:read',
      response: model.FeedAddresses,
      detail: { summary: 'List your feed addresses' },
    })
    .post('', ({ viewer, body, set }) => answerCreated(set, createFeedAddress(ctx, viewer, body)), {
      can: 'api-keys:write',
      body: model.FeedAddressCreation,
      response: { 201: model.NewFeedAddress },
      detail: {
        summary: 'Create a feed address',
        description: 'For feed readers and calendars, which cannot sign in.',
      },
    })
    .delete(
      '/:id',
      ({ viewer, params, set }) => answerNoContent(set, deleteFeedAddress(ctx, viewer, params.id)),
      {
        can: 'api-keys:delete',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Delete a feed address',
          description: 'It stops working immediately.',
        },
      },
    )
