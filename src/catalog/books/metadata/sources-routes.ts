import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { supportsIfMatch } from '../../../platform/http/openapi/documented-refusals'
import { requireMatch } from '../../../platform/http/responses/etag'
import { ByIdParams } from '../../../platform/http/shapes'
import { guard } from '../../../accounts/permissions/guard'
import { buildEtag } from './book-fields'
import { BookMetadataView } from './model'
import { getBookSources } from './book-sources'
import { BookSourcesView, ResetBookBody } from './sources-model'
import { BookEditBody } from './edit-model'
import { editBook, resetBookMetadata } from './service'

export const bookSourcesRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(sources(ctx)).use(editing(ctx))

const sources = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id/metadata', tags: ['Book metadata'] })
    .use(guard(ctx))
    .get('/sources', ({ viewer, params }) => getBookSources(ctx, viewer, params.id), {
      can: 'books:read',
      params: ByIdParams,
      response: BookSourcesView,
      detail: {
        summary: "Get the sources of a book's metadata",
        description:
          'Returns each field with its value, source, lock and the values from other sources. Also returns details from the files that are not metadata fields.',
      },
    })
    .post(
      '/reset',
      async ({ viewer, params, body, request, set }) => {
        const check = (etag: string) => requireMatch(request, etag)
        const view = await resetBookMetadata(ctx, viewer, params.id, { check, ...body })
        set.headers['etag'] = buildEtag(view)
        return view
      },
      {
        can: 'books:write',
        params: ByIdParams,
        body: ResetBookBody,
        response: BookMetadataView,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Reset metadata fields of a book',
          description:
            'Restores the given fields from the files, regardless of their current source, and unlocks them. If no fields are given, resets all fields.',
        },
      },
    )

const editing = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id/metadata', tags: ['Book metadata'] }).use(guard(ctx)).post(
    '/edit',
    async ({ viewer, params, body, request, set }) => {
      const check = (etag: string) => requireMatch(request, etag)
      const view = await editBook(ctx, viewer, params.id, { body, check })
      set.headers['etag'] = buildEtag(view)
      return view
    },
    {
      can: 'books:write',
      params: ByIdParams,
      body: BookEditBody,
      response: BookMetadataView,
      detail: {
        [supportsIfMatch]: true,
        summary: 'Edit a book in one request',
        operationId: 'editWholeBook',
        description:
          'Changes the title, number, fields and locks, and performs resets, in one transaction. Resets are applied first and locks last.',
      },
    },
  )
