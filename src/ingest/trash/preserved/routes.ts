/** What is preserved of permanently deleted books and series. */
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
        summary: 'Count what is kept of permanently deleted books',
        description:
          'What users have read, completed and rated is kept without a time limit, everything else for 90 days. It returns with the files.',
      },
    })

    .post('/forget', ({ viewer, body }) => forgetPreserved(ctx, viewer, body), {
      can: 'system:admin',
      body: ForgetBody,
      response: PreservedView,
      detail: {
        summary: 'Forget permanently deleted books for good',
        description:
          'Deletes what is kept of permanently deleted books and series, for all users: if the files return, they are new. Cannot be undone. Returns what was deleted. 409 if `entryCount` is no longer the present count.',
      },
    })
