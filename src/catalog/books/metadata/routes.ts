import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { supportsIfMatch } from '../../../platform/http/openapi/documented-refusals'
import { requireMatch, requireMatchOfJson } from '../../../platform/http/responses/etag'
import { ByIdParams } from '../../../platform/http/shapes'
import { BulkView } from '../../../platform/http/bulk'
import { guard } from '../../../accounts/permissions/guard'
import { buildEtag } from './book-fields'
import { BulkBookLocksBody, BulkBookMetadataBody, BulkBooks } from './bulk-model'
import {
  BookLocksInput,
  BookLocksView,
  BookMetadataInput,
  BookMetadataView,
  type BookMetadataView as View,
} from './model'
import {
  editBookMetadata,
  editManyBooks,
  getBookLocks,
  getBookMetadata,
  lockManyBooks,
  replaceBookMetadata,
  resetBookMetadata,
  resetManyBooks,
  setBookLocks,
} from './service'
import { bookSourcesRoutes } from './sources-routes'

type Headers = Record<string, string | number | string[] | undefined>

/** Adds the ETag that an edit sends back as If-Match. */
function tagged(set: { headers: Headers }, view: View) {
  set.headers['etag'] = buildEtag(view)
  return view
}

export const bookMetadataRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(reading(ctx))
    .use(replacing(ctx))
    .use(changing(ctx))
    .use(locking(ctx))
    .use(bulk(ctx))
    .use(bookSourcesRoutes(ctx))

const reading = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id/metadata', tags: ['Book metadata'] })
    .use(guard(ctx))
    .get(
      '',
      async ({ viewer, params, set }) => tagged(set, await getBookMetadata(ctx, viewer, params.id)),
      {
        can: 'books:read',
        params: ByIdParams,
        response: BookMetadataView,
        detail: {
          summary: 'Get the metadata of a book',
          description: 'Returns every field. When you edit, send the ETag back as `If-Match`.',
        },
      },
    )

const replacing = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id/metadata', tags: ['Book metadata'] }).use(guard(ctx)).put(
    '',
    async ({ viewer, params, body, request, set }) => {
      const check = (etag: string) => requireMatch(request, etag)
      return tagged(set, await replaceBookMetadata(ctx, viewer, params.id, { body, check }))
    },
    {
      can: 'books:write',
      params: ByIdParams,
      body: BookMetadataInput,
      response: BookMetadataView,
      detail: {
        [supportsIfMatch]: true,
        summary: 'Replace the metadata of a book',
        description:
          'Sets every field. Fields that are null or omitted are cleared. Fields that get a new value are locked against automatic changes.',
      },
    },
  )

const changing = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id/metadata', tags: ['Book metadata'] })
    .use(guard(ctx))
    .patch(
      '',
      async ({ viewer, params, body, request, set }) => {
        const check = (etag: string) => requireMatch(request, etag)
        return tagged(set, await editBookMetadata(ctx, viewer, params.id, { body, check }))
      },
      {
        can: 'books:write',
        params: ByIdParams,
        body: BookMetadataInput,
        response: BookMetadataView,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Update the metadata of a book',
          description: 'Omitted fields keep their value; null clears a field.',
        },
      },
    )
    .delete(
      '',
      async ({ viewer, params, request, set }) => {
        const check = (etag: string) => requireMatch(request, etag)
        return tagged(set, await resetBookMetadata(ctx, viewer, params.id, { check }))
      },
      {
        can: 'books:write',
        params: ByIdParams,
        response: BookMetadataView,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Reset the metadata of a book',
          description:
            'Restores all fields from the files and removes all locks except the cover lock.',
        },
      },
    )

const locking = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id/metadata', tags: ['Book metadata'] })
    .use(guard(ctx))
    .get('/locks', ({ viewer, params }) => getBookLocks(ctx, viewer, params.id), {
      can: 'books:read',
      params: ByIdParams,
      response: BookLocksView,
      detail: {
        summary: 'Get the locks of a book',
        description: 'Scans, files and providers do not change a locked field.',
      },
    })
    .put(
      '/locks',
      ({ viewer, params, body, request }) => {
        const check = (locks: object) => requireMatchOfJson(request, locks)
        return setBookLocks(ctx, viewer, params.id, { wanted: body, check })
      },
      {
        can: 'books:write',
        params: ByIdParams,
        body: BookLocksInput,
        response: BookLocksView,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Update the locks of a book',
          description: 'Locks that are omitted or null keep their value.',
        },
      },
    )

const each = 'At most 500 books. `problems` lists the books that could not be changed.'

const bulk = (ctx: Context) =>
  new Elysia({ prefix: '/books/bulk/metadata', tags: ['Book metadata'] })
    .use(guard(ctx))
    .patch('', ({ viewer, body }) => editManyBooks(ctx, viewer, body), {
      can: 'books:write',
      body: BulkBookMetadataBody,
      response: BulkView,
      detail: {
        summary: 'Update the metadata of many books',
        description: `Omitted fields keep their value; null clears a field. Fields that get a new value are locked. ${each}`,
      },
    })
    .put('/locks', ({ viewer, body }) => lockManyBooks(ctx, viewer, body), {
      can: 'books:write',
      body: BulkBookLocksBody,
      response: BulkView,
      detail: {
        summary: 'Update the locks of many books',
        description: `Omitted locks keep their value. ${each}`,
      },
    })
    .post('/reset', ({ viewer, body }) => resetManyBooks(ctx, viewer, body.bookIds), {
      can: 'books:write',
      body: BulkBooks,
      response: BulkView,
      detail: {
        summary: 'Reset the metadata of many books',
        description: `Restores the values from the files and removes the locks. ${each}`,
      },
    })
