import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { BulkView } from '../../../platform/http/bulk'
import { ByIdParams } from '../../../platform/http/shapes'
import { changeLabelsOfBooks } from './labels'
import { BulkBookLabelsBody, RenumberBody } from './model'
import { renumberSeries } from './renumber'

export const bookBulkRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(labelRoutes(ctx)).use(numberRoutes(ctx))

const each = 'At most 500 books. `problems` lists the books that could not be changed.'

const labelRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/books/bulk', tags: ['Book metadata'] })
    .use(guard(ctx))

    .post('/genres', ({ viewer, body }) => changeLabelsOfBooks(ctx, viewer, 'genre', body), {
      can: 'books:write',
      body: BulkBookLabelsBody,
      response: BulkView,
      detail: {
        summary: 'Change the genres of many books',
        description: `Adds to and removes from the comma-separated member \`genre\`; other genres are kept. The member is locked in changed books. ${each}`,
      },
    })

    .post('/tags', ({ viewer, body }) => changeLabelsOfBooks(ctx, viewer, 'subjects', body), {
      can: 'books:write',
      body: BulkBookLabelsBody,
      response: BulkView,
      detail: {
        summary: 'Change the tags of many books',
        description: `The tags of a book are its \`subjects\`. Others are kept. The member is locked in changed books. ${each}`,
      },
    })

const numberRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Book metadata'] })
    .use(guard(ctx))

    .post('/renumber', ({ viewer, params, body }) => renumberSeries(ctx, viewer, params.id, body), {
      can: 'books:write',
      params: ByIdParams,
      body: RenumberBody,
      response: BulkView,
      detail: {
        summary: 'Renumber the books of a series',
        description:
          'Numbers the books from 1 in the given or the current order. Each kind has numbers of its own: volumes, issues or chapters, collected editions, annuals, specials. Issues and chapters lose the volume that they belong to. The numbers are locked; resetting the metadata of the books restores those of their files. 400 if `bookIds` is not a list of all books.',
      },
    })
