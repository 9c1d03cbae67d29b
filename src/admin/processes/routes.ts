import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { guard } from '../../accounts/permissions/guard'
import { list } from '../../platform/http/shapes'
import { ProcessView } from './model'
import { listProcesses } from './service'

export const processesRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/admin/processes', tags: ['Server'] })
    .use(guard(ctx))
    .get('', () => listProcesses(ctx), {
      can: 'system:admin',
      response: list(ProcessView),
      detail: {
        summary: 'List servers and workers',
        description:
          'Lists the processes that use the database. Those that stopped without saying so are listed as missing for a day.',
      },
    })
