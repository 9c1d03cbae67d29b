import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { created, noContent } from '../../../platform/http/responses/statuses'
import { NewExternalId, NewExternalLink } from '../../metadata/model'
import {
  ExternalIdOfBook,
  ExternalIdsOfBook,
  ExternalLinkOfBook,
  ExternalLinksOfBook,
  ExternalOfBookParams,
} from './model'
import {
  listExternalIds,
  listExternalLinks,
  removeIdOfBook,
  removeLinkOfBook,
  setExternalId,
  setExternalLink,
} from './service'

export const bookExternalRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(idRoutes(ctx)).use(linkRoutes(ctx))

const done = { 204: { description: 'Deleted' } }
const router = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id', tags: ['Book metadata'] }).use(guard(ctx))
const read = { can: 'books:read', params: ByIdParams } as const
const write = { can: 'books:write', params: ByIdParams } as const
const lockNote = 'Locks all of them against automatic changes.'

const idRoutes = (ctx: Context) =>
  router(ctx)
    .get(
      '/external-ids',
      async ({ viewer, params }) => ({
        externalIds: await listExternalIds(ctx, viewer, params.id),
      }),
      {
        ...read,
        response: ExternalIdsOfBook,
        detail: { summary: 'List the external IDs of a book', description: 'One per source.' },
      },
    )

    .post(
      '/external-ids',
      async ({ viewer, params, body, set }) => {
        const { row, isNew } = await setExternalId(ctx, viewer, params.id, body)
        return isNew ? created(set, row) : row
      },
      {
        ...write,
        body: NewExternalId,
        response: { 200: ExternalIdOfBook, 201: ExternalIdOfBook },
        detail: {
          summary: 'Set an external ID of a book',
          description: `Returns 201 if the source is new, otherwise 200. ${lockNote}`,
        },
      },
    )

    .delete(
      '/external-ids/:source',
      ({ viewer, params: { id, source }, set }) =>
        noContent(set, removeIdOfBook(ctx, viewer, id, source)),
      {
        ...write,
        params: ExternalOfBookParams,
        detail: { summary: 'Delete an external ID of a book', responses: done },
      },
    )

const linkRoutes = (ctx: Context) =>
  router(ctx)
    .get(
      '/external-links',
      async ({ viewer, params }) => ({ links: await listExternalLinks(ctx, viewer, params.id) }),
      {
        ...read,
        response: ExternalLinksOfBook,
        detail: {
          summary: 'List the external links of a book',
          description: 'One per site. Links in the files are in `details` of the metadata.',
        },
      },
    )

    .post(
      '/external-links',
      async ({ viewer, params, body, set }) => {
        const { row, isNew } = await setExternalLink(ctx, viewer, params.id, body)
        return isNew ? created(set, row) : row
      },
      {
        ...write,
        body: NewExternalLink,
        response: { 200: ExternalLinkOfBook, 201: ExternalLinkOfBook },
        detail: {
          summary: 'Set an external link of a book',
          description: `Returns 201 if the site is new, otherwise 200. ${lockNote}`,
        },
      },
    )

    .delete(
      '/external-links/:source',
      ({ viewer, params: { id, source }, set }) =>
        noContent(set, removeLinkOfBook(ctx, viewer, id, source)),
      {
        ...write,
        params: ExternalOfBookParams,
        detail: { summary: 'Delete an external link of a book', responses: done },
      },
    )
