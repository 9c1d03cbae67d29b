import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { requireMatch } from '../../../platform/http/responses/conditional'
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

/** The tag of what is answered, so that the next edit can name the version it was made on. */
function tagged(set: { headers: Headers }, view: View) {
  set.headers['etag'] = buildEtag(view)
  return view
}

export const bookMetadataRoutes = (ctx: Context) =>
  new Elysia()
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
          description: 'Every field is present. Send the ETag back as `If-Match` with an edit.',
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
        summary: 'Replace the metadata of a book',
        description:
          'Every field gets the value of the request; a field that is null or left out is cleared. ' +
          'Fields that get a new value are locked against automatic changes.',
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
          summary: 'Change some metadata of a book',
          description: 'Fields that are left out stay as they are; null clears.',
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
          summary: 'Reset the metadata of a book to its file',
          description: 'Drops what people said of it, and all locks but that of the cover.',
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
        description: 'true: no scan, file or provider changes the field.',
      },
    })
    .put('/locks', ({ viewer, params, body }) => setBookLocks(ctx, viewer, params.id, body), {
      can: 'books:write',
      params: ByIdParams,
      body: BookLocksInput,
      response: BookLocksView,
      detail: {
        summary: 'Set locks of a book',
        description: 'Locks that are left out or null stay as they are.',
      },
    })

const each = 'At most 500. What can be done is done; `problems` names the others.'

const bulk = (ctx: Context) =>
  new Elysia({ prefix: '/books/bulk/metadata', tags: ['Book metadata'] })
    .use(guard(ctx))
    .patch('', ({ viewer, body }) => editManyBooks(ctx, viewer, body), {
      can: 'books:write',
      body: BulkBookMetadataBody,
      response: BulkView,
      detail: {
        summary: 'Change the metadata of many books',
        description: `Fields left out stay, null clears. What changed to a value is locked. ${each}`,
      },
    })
    .put('/locks', ({ viewer, body }) => lockManyBooks(ctx, viewer, body), {
      can: 'books:write',
      body: BulkBookLocksBody,
      response: BulkView,
      detail: { summary: 'Set the locks of many books', description: `Others stay. ${each}` },
    })
    .post('/reset', ({ viewer, body }) => resetManyBooks(ctx, viewer, body.bookIds), {
      can: 'books:write',
      body: BulkBooks,
      response: BulkView,
      detail: {
        summary: 'Reset the metadata of many books',
        description: `What the files say counts again, unlocked. ${each}`,
      },
    })
