import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { BulkView } from '../../../platform/http/bulk'
import { guard } from '../../../accounts/permissions/guard'
import { BulkBookLocksBody, BulkBookMetadataBody, BulkBooks } from './bulk-model'
import { editManyBooks, lockManyBooks, resetManyBooks } from './service'

const each = 'At most 500 books. `problems` lists the books that could not be changed.'

export const bookMetadataRoutes = (ctx: Context) =>
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
