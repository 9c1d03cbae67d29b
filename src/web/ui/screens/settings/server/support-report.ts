/** What is in a report for those who help. Each part is asked for by itself: what fails says why, the rest is there. */
import type { QueryClient } from '@tanstack/react-query'
import { errorWords } from '../../../api/error-words'
import { ask } from '../../../api/query'

const failed = { params: { query: { page: 1, pageSize: 50, status: 'failed' as const } } }
const lines = { params: { query: { level: 'debug' as const, limit: 500 } } }
const some = { params: { query: { page: 1, pageSize: 50 } } }

export async function reportOf(queries: QueryClient) {
  const now = { staleTime: 0 }
  const [server, figures, tasks, libraries, problems, log] = await Promise.all([
    partOf(queries.fetchQuery({ ...ask('/api/v1/info'), ...now })),
    partOf(queries.fetchQuery({ ...ask('/api/v1/metrics'), ...now })),
    partOf(queries.fetchQuery({ ...ask('/api/v1/tasks', failed), ...now })),
    partOf(queries.fetchQuery({ ...ask('/api/v1/libraries'), ...now })),
    partOf(queries.fetchQuery({ ...ask('/api/v1/books/errors', some), ...now })),
    partOf(queries.fetchQuery({ ...ask('/api/v1/logs', lines), ...now })),
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

const partOf = async (question: Promise<object>) =>
  question.catch((error: unknown) => ({ couldNotBeAsked: errorWords(error) }))
