import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { guard } from '../../../accounts/permissions/guard'
import { getManifest } from './manifest'
import { getPositions } from './position-list'
import { ResourceParams } from '../model'
import { getResource } from './resources'

const unchanged = { 304: { description: 'Not modified' } }
const json = { schema: { type: 'object', additionalProperties: true } } as const
const bytes = { schema: { type: 'string', format: 'binary' } } as const

/** Routes of EPUB resources. */
export const epubRoutes = (ctx: Context) => new Elysia().use(outline(ctx)).use(resources(ctx))

const options = { prefix: '/books', tags: ['Pages'] }

const outline = (ctx: Context) =>
  new Elysia(options)
    .use(guard(ctx))
    .get(
      '/:id/manifest',
      ({ viewer, params, request }) => getManifest(ctx, viewer, params.id, request),
      {
        can: 'pages:read',
        params: ByIdParams,
        detail: {
          summary: 'Get the manifest of an EPUB',
          description:
            'A Readium Web Publication Manifest with reading order, resources, table of contents and page list. Its links are relative to its own URL.',
          responses: {
            200: { description: 'The manifest', content: { 'application/webpub+json': json } },
            ...unchanged,
          },
        },
      },
    )
    .get(
      '/:id/positions',
      ({ viewer, params, request }) => getPositions(ctx, viewer, params.id, request),
      {
        can: 'pages:read',
        params: ByIdParams,
        detail: {
          summary: 'List the positions of an EPUB',
          description: 'A Readium position list: one position per 1024 bytes or fixed-layout page.',
          responses: {
            200: {
              description: 'The positions',
              content: { 'application/vnd.readium.position-list+json': json },
            },
            ...unchanged,
          },
        },
      },
    )

const resources = (ctx: Context) =>
  new Elysia(options)
    .use(guard(ctx))
    .get(
      '/:id/resources/*',
      ({ viewer, params, request }) => getResource(ctx, viewer, params.id, request),
      {
        can: 'pages:read',
        params: ResourceParams,
        detail: {
          summary: 'Get a resource of an EPUB',
          description:
            'By its path in the archive. Sent with a separate Content-Security-Policy: scripts do not run, and only resources of the same book can be loaded. `?as=html` sends XHTML that is not well-formed as HTML, and an SVG inside a page.',
          responses: {
            200: { description: 'The resource', content: { '*/*': bytes } },
            ...unchanged,
          },
        },
      },
    )
