import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { sendText } from '../../../platform/http/responses/etag'
import {
  readResourceRequest,
  sendResource,
} from '../../../platform/http/responses/resource-response'
import { ByIdParams, unknown } from '../../../platform/http/shapes'
import { noContent, orNoContent } from '../../../platform/http/responses/statuses'
import { guard } from '../../../accounts/permissions/guard'
import { getBookManifest } from '../text/pdf-manifest'
import { getPositions } from './position-list'
import { ProgressionUpdate, ProgressionView } from '../../progress/model'
import { getProgression, setProgression } from './epub-progression'
import { ResourceParams } from '../model'
import { getResource } from './resources'

const unchanged = { 304: { description: 'Not modified' } }
const json = { schema: { type: 'object', additionalProperties: true } } as const
const bytes = { schema: { type: 'string', format: 'binary' } } as const

/** Routes for EPUB resources and positions in them. */
export const epubRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(outline(ctx)).use(resources(ctx)).use(progression(ctx))

const options = { prefix: '/books', tags: ['Pages'] }

const outline = (ctx: Context) =>
  new Elysia(options)
    .use(guard(ctx))
    .get(
      '/:id/manifest',
      ({ viewer, params, request }) =>
        sendText(request, getBookManifest(ctx, viewer, params.id, request)),
      {
        can: 'pages:read',
        params: ByIdParams,
        detail: {
          summary: 'Get the manifest of an EPUB or PDF',
          description:
            'Returns a Readium Web Publication Manifest with reading order, resources, table of contents and page list. Its links are relative to its own URL. The reading order of a PDF consists of its pages, and `quire:hasText` states whether they have text.',
          responses: {
            200: {
              description: 'The manifest',
              content: { 'application/webpub+json': json, 'application/divina+json': json },
            },
            ...unchanged,
          },
        },
      },
    )
    .get(
      '/:id/positions',
      ({ viewer, params, request }) =>
        sendText(request, getPositions(ctx, viewer, params.id, request.signal)),
      {
        can: 'pages:read',
        params: ByIdParams,
        detail: {
          summary: 'List the positions in an EPUB',
          description:
            'Returns a Readium position list: one position per 1024 bytes or per fixed-layout page.',
          responses: {
            200: {
              description: 'The position list',
              content: { 'application/vnd.readium.position-list+json': json },
            },
            ...unchanged,
          },
        },
      },
    )

const resources = (ctx: Context) =>
  new Elysia(options).use(guard(ctx)).get(
    '/:id/resources/*',
    ({ viewer, params, request }) => {
      const resource = getResource(ctx, viewer, params.id, readResourceRequest(request))
      return sendResource(request, resource, ctx.config)
    },
    {
      can: 'pages:read',
      params: ResourceParams,
      detail: {
        summary: 'Get a resource from an EPUB',
        description:
          'Identified by its path in the archive. Sent with its own Content-Security-Policy: scripts do not run, and only resources of the same book can be loaded. With `?as=html`, XHTML that is not well-formed is returned as HTML, and an SVG is embedded in an HTML page.',
        responses: {
          200: { description: 'The resource', content: { '*/*': bytes } },
          ...unchanged,
        },
      },
    },
  )

const progression = (ctx: Context) =>
  new Elysia({ prefix: '/books', tags: ['Reading'] })
    .use(guard(ctx))
    .get(
      '/:id/progression',
      ({ viewer, params, request, set }) =>
        orNoContent(set, getProgression(ctx, viewer, params.id, request.signal)),
      {
        can: 'progress:read',
        params: ByIdParams,
        response: { 200: ProgressionView, 204: unknown() },
        detail: {
          summary: 'Get the Readium progression of a book',
          description:
            'The position always has a locator, even if it was set by page number: it points to a part of an EPUB, ' +
            'or to a page of any other book. 204 if the book was not started, or if its pages are unknown.',
        },
      },
    )
    .put(
      '/:id/progression',
      ({ viewer, params, body, set }) =>
        noContent(set, setProgression(ctx, viewer, params.id, body)),
      {
        can: 'progress:write',
        params: ByIdParams,
        body: ProgressionUpdate,
        response: { 204: unknown() },
        detail: {
          summary: 'Update the Readium progression of a book',
          description:
            'Accepts a locator of at most 8 KiB. The `href` must be in the reading order of an EPUB; ' +
            'it is stored as in the manifest. A locator older than the current position is only added to the reading history.',
        },
      },
    )
