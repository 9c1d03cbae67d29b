/** Releases as an Atom feed and as a calendar, at URLs that contain a key. */
import { Elysia } from 'elysia'
import { addViewerIdentification, admitViewer } from '../../accounts/permissions/guard'
import type { Context } from '../../context'
import { respondWithEtag } from '../../platform/http/responses/etag'
import { identifyFeedViewer } from './addresses'
import * as model from './model'
import { buildReleaseCalendar, buildReleaseFeed } from './release-feeds'

export function feedRoutes(ctx: Context) {
  addViewerIdentification(ctx, '/feeds', identifyFeedViewer)
  return releaseFeedRoutes(ctx)
}

/** Not part of the API document, because clients use each URL exactly as it was created. */
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
