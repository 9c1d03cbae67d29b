import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { paged } from '../../platform/http/pagination'
import { formatDisposition } from '../../platform/http/responses/content-disposition'
import { guard } from '../permissions/guard'
import * as model from './model'
import { exportAuditEntries, listAuditEntries } from './service'

const exportAnswers = {
  200: {
    description: 'The entries, newest first',
    content: {
      'text/csv': { schema: { type: 'string' as const } },
      'application/json': {
        schema: {
          type: 'array' as const,
          items: model.AuditEntry as unknown as { type: 'object' },
        },
      },
    },
  },
}

export const auditRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/audit-log', tags: ['Server'] })
    .use(guard(ctx))
    .get(
      '',
      ({ query, request, set }) => paged({ query, request, set }, listAuditEntries(ctx, query)),
      {
        can: 'system:admin',
        query: model.AuditQuery,
        response: model.AuditEntries,
        detail: {
          summary: 'List audit log entries',
          description:
            'Lists sign-ins and administrative changes, for example to users, permissions, restrictions, keys, libraries, plugins and the trash, newest first. Entries are kept for 180 days and contain no secrets.',
        },
      },
    )
    .get(
      '/export',
      ({ query }) => {
        const { type, name, body } = exportAuditEntries(ctx, query)
        const headers = {
          'content-type': type,
          'content-disposition': formatDisposition('attachment', name),
          'cache-control': 'no-store',
        }
        return new Response(body, { headers })
      },
      {
        can: 'system:admin',
        query: model.AuditExportQuery,
        detail: {
          summary: 'Export the audit log',
          description: 'Returns all entries that match the filter, as CSV (the default) or JSON.',
          responses: exportAnswers,
        },
      },
    )
