import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { guard } from '../../../accounts/permissions/guard'
import { getManifest, getPositions } from './manifest'
import { ResourceParams } from '../model'
import { getResource } from './resources'

const unchanged = { 304: { description: 'Not changed since' } }
const json = { schema: { type: 'object', additionalProperties: true } } as const
const bytes = { schema: { type: 'string', format: 'binary' } } as const

/** The inside of e-books. */
export const epubRoutes = (ctx: Context) => new Elysia().use(outline(ctx)).use(resources(ctx))

const room = { prefix: '/books', tags: ['Pages'] }

const outline = (ctx: Context) =>
  new Elysia(room)
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
            'A Readium Web Publication Manifest: reading order, resources, table of contents, list of ' +
            'printed pages. Its links are relative to its own address.',
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
          description: 'A Readium position list: one for each 1024 bytes, or each laid-out page.',
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
  new Elysia(room)
    .use(guard(ctx))
    .get(
      '/:id/resources/*',
      ({ viewer, params, request }) => getResource(ctx, viewer, params.id, request),
      {
        can: 'pages:read',
        params: ResourceParams,
        detail: {
          summary: 'Get a file from inside an EPUB',
          description:
            'By its path in the archive. Sent with a content security policy of its own: nothing in ' +
            'it runs, and it sees only files of the same book. `?as=html` sends XHTML that is no ' +
            'well-formed XML as HTML, and a drawing within a page.',
          responses: {
            200: { description: 'The file', content: { '*/*': bytes } },
            ...unchanged,
          },
        },
      },
    )
