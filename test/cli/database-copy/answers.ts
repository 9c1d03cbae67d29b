/** The answers of all routes of the API that read, for comparisons. */
import type { Client } from '../../bench/support/server'
import document from '../../../docs/openapi.json'

/**
 * Answers that depend on the process, the time or the type of the database. PostgreSQL does not
 * keep the order of members of JSON, which the exported audit log shows.
 */
const volatile = new RegExp(
  [
    '^/(metrics|info|logs|tasks|filesystem|auth/(sessions|oidc)|audit-log/export|preserved-data)',
    '^/admin/(backups|pdf-cache|plugin|processes)',
    '^/user/(plugins/oauth|recommendations)',
    '^/reading-stats',
    '(stream|download|/file|/health)$',
  ].join('|'),
)

const period = 'from=2026-01-01T00:00:00.000Z&to=2026-12-31T00:00:00.000Z'

/** Further requests, with sort orders, searches and pages. */
const more = [
  ...['name', 'name,desc', 'date_added', 'date_updated', 'release_date', 'date_read', 'rating'].map(
    (sort) => `/series?sort=${sort}`,
  ),
  ...['title', 'series', 'created_at', 'file_size', 'page_count', 'last_read'].map(
    (sort) => `/books?sort=${sort}`,
  ),
  '/series?page=2&pageSize=1',
  '/books?page=2&pageSize=3&full=true',
  '/search?q=series',
  '/search?q=%E9%80%B2%E6%92%83',
  '/search?q=edited',
  `/reading-stats?timeZone=Europe/Berlin&${period}`,
  `/reading-stats/coverage?${period}`,
]

export type Answers = Record<string, unknown>

export async function readAnswers(client: Client): Promise<Answers> {
  const ids = await findIds(client)
  const paths = Object.entries(document.paths)
    .filter(([path, methods]) => path.startsWith('/api/v1/') && 'get' in methods)
    .map(([path]) => fillPath(path.slice('/api/v1'.length), ids))
    .filter((path) => path !== undefined && !volatile.test(path))
  const answers: Answers = {}
  for (const path of [...(paths as string[]), ...more]) {
    const { status, headers, body } = await client.call('GET', path)
    const isText = typeof body === 'string'
    answers[path] = {
      status,
      type: headers.get('content-type'),
      body: isText && body.length > 2000 ? Bun.hash(body).toString() : removeVolatile(body),
    }
  }
  return answers
}

type Ids = Record<string, string>

async function findIds(client: Client): Promise<Ids> {
  const ids: Ids = {}
  const kinds = ['libraries', 'series', 'books', 'collections', 'readlists', 'users', 'people']
  for (const kind of [...kinds, 'api-keys', 'access-groups', 'admin/sharing-tags']) {
    const sort = { series: '?sort=name', books: '?sort=natural' }[kind] ?? ''
    const body = await client.need('GET', `/${kind}${sort}`)
    const [first] = (Array.isArray(body) ? body : Object.values(body).find(Array.isArray)) ?? []
    if (first) ids[kind] = first.id
  }
  return ids
}

function fillPath(path: string, ids: Ids): string | undefined {
  let isKnown = true
  const filled = path.replaceAll(/([\w/-]+)\/\{(\w+)\}/g, (_, before: string, name: string) => {
    const kind = before.replace(/^\//, '')
    const id = name === 'number' ? '1' : ids[kind]
    isKnown &&= id !== undefined
    return `${before}/${id}`
  })
  return isKnown ? filled : undefined
}

/** Members that change with each request. */
const volatileMembers = new Set([
  'lastUsedAt',
  'lastLoginAt',
  'lastSeenAt',
  'generatedAt',
  'requestId',
])

function removeVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeVolatile)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !volatileMembers.has(name))
      .map(([name, one]) => [name, removeVolatile(one)]),
  )
}
