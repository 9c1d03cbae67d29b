import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { requireMatch } from '../../../platform/http/responses/conditional'
import { ByIdParams } from '../../../platform/http/shapes'
import { guard } from '../../../accounts/permissions/guard'
import { buildEtag } from './book-fields'
import { BookMetadataView } from './model'
import { getBookSources } from './book-sources'
import { BookSourcesView, ResetBookBody } from './sources-model'
import { BookEditBody } from './edit-model'
import { editBook, resetBookMetadata } from './service'

export const bookSourcesRoutes = (ctx: Context) => new Elysia().use(sources(ctx)).use(editing(ctx))

const sources = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id/metadata', tags: ['Book metadata'] })
    .use(guard(ctx))
    .get('/sources', ({ viewer, params }) => getBookSources(ctx, viewer, params.id), {
      can: 'books:read',
      params: ByIdParams,
      response: BookSourcesView,
      detail: {
        summary: 'Where the metadata of a book comes from',
        description:
          'Of every field its value, whose word it is, whether it is locked, and what files and ' +
          'path say besides; of all else that files say what it is.',
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
          summary: 'Reset fields of a book to its file',
          description:
            'Those that are named, else all: what people and plugins said of them is dropped, and ' +
            'their locks are opened.',
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
        summary: 'Edit a book as a whole',
        operationId: 'editWholeBook',
        description:
          'Title, number, fields, resets and locks in one step: all of it or nothing. Resets come ' +
          'first, locks last. Honours If-Match with the ETag of the metadata.',
      },
    },
  )
