/**
 * Contents of the support report. Each part is loaded separately. If that fails, the part contains
 * the error.
 */
import type { QueryClient } from '@tanstack/react-query'
import { formatError } from '../../../api/format-error'
import { apiQuery } from '../../../api/query'

const failed = { params: { query: { page: 1, pageSize: 50, status: 'failed' as const } } }
const lines = { params: { query: { level: 'debug' as const, limit: 500 } } }
const some = { params: { query: { page: 1, pageSize: 50 } } }

export async function buildReport(queries: QueryClient) {
  const now = { staleTime: 0 }
  const [server, figures, tasks, libraries, problems, log] = await Promise.all([
    getPart(queries.fetchQuery({ ...apiQuery('/api/v1/info'), ...now })),
    getPart(queries.fetchQuery({ ...apiQuery('/api/v1/metrics'), ...now })),
    getPart(queries.fetchQuery({ ...apiQuery('/api/v1/tasks', failed), ...now })),
    getPart(queries.fetchQuery({ ...apiQuery('/api/v1/libraries'), ...now })),
    getPart(queries.fetchQuery({ ...apiQuery('/api/v1/books/errors', some), ...now })),
    getPart(queries.fetchQuery({ ...apiQuery('/api/v1/logs', lines), ...now })),
  ])
  const browser = navigator.userAgent
  return {
    madeAt: new Date().toISOString(),
    browser,
    server,
    figures,
    tasks,
    libraries,
    problems,
    log,
  }
}

const getPart = async (question: Promise<object>) =>
  question.catch((error: unknown) => ({ couldNotBeAsked: formatError(error) }))
