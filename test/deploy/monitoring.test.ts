/** The alerts and the dashboard in docs/deploy use only metrics and labels that a server has. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import parsePrometheus from 'parse-prometheus-text-format'
import { parse } from 'yaml'
import { jobs } from '../../src/platform/jobs/schema'
import { counters } from '../../src/platform/metrics/registry'
import { startTestServer, type TestServer } from '../support/server'

const docs = resolve(import.meta.dir, '../../docs')
const readDocument = (name: string) => readFileSync(join(docs, name), 'utf8')

interface Alerts {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

const { rules } = (parse(readDocument('deploy/alerts.yml')) as Alerts).groups[0]!
const { panels } = JSON.parse(readDocument('deploy/grafana.json')) as Dashboard
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

let server: TestServer
let names: Set<string>
beforeAll(async () => {
  server = await startTestServer()
  const row = { kind: 'scan_library', payload: {}, runAt: new Date(), state: 'failed' as const }
  await server.ctx.write(async (tx) => void (await tx.insert(jobs).values(row)))
  counters.cacheLookups.inc({ cache: 'pages', result: 'hit' })
  const headers = { accept: 'text/plain' }
  const response = await server.fetch('/api/v1/metrics', { as: 'ada', headers })
  const families = parsePrometheus(await response.text())
  names = new Set(
    families.flatMap(({ name, type }) =>
      type === 'HISTOGRAM' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
})
afterAll(() => server.close())

/** Only on PostgreSQL, where several processes share connections. */
const postgresOnly = new Set(['quire_database_connections', 'quire_database_pool_max_connections'])

test.each(expressions)('%s uses existing metrics', (_, expr) => {
  const used = expr.match(/\b(?:quire|process)_\w+/g) ?? []
  if (used.length === 0) expect(expr).toContain('up{job="quire"}')
  const unknown = used.filter((name) => !names.has(name) && !postgresOnly.has(name))
  expect(unknown).toEqual([])
})

describe('each alert', () => {
  const page = readDocument('club.md')

  test.each(rules.map(({ alert }) => alert))('%s is explained', (alert) => {
    expect(page).toContain(`| \`${alert}\` |`)
  })
})

test('no alert is explained that does not exist', () => {
  const explained = [...readDocument('club.md').matchAll(/^\| `(Quire\w+)` \|/gm)]
  expect(explained.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert))
})
