/** Routes for preserved data of permanently deleted books and series. */
import { Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { countPreserved, forgetPreserved } from './forget'
import { ForgetBody, PreservedView } from '../model'

export const preservedRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/preserved-data', tags: ['Trash'] })
    .use(guard(ctx))

    .get('', () => countPreserved(ctx.heavy), {
      can: 'system:admin',
      response: PreservedView,
      detail: {
        summary: 'Count the preserved data of permanently deleted books',
        description:
          'Reading data and ratings are kept without a time limit, and all other data for 90 days. The data is restored when the files return.',
      },
    })

    .post('/forget', ({ viewer, body }) => forgetPreserved(ctx, viewer, body), {
      can: 'system:admin',
      body: ForgetBody,
      response: PreservedView,
      detail: {
        summary: 'Delete the preserved data of permanently deleted books',
        description:
          'Deletes the preserved data of permanently deleted books and series for all users. If the files return, they are treated as new. Cannot be undone. Returns the deleted counts. 409 if `entryCount` is no longer the current count.',
      },
    })
