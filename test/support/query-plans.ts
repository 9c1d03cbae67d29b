/** Records the reads of a server on PostgreSQL, and asks for their plans. */
import { fillPlaceholders } from 'drizzle-orm'
import type { Sql } from 'postgres'
import type { Db } from '../../src/platform/db/store'

interface Query {
  sql: string
  params: unknown[]
}
interface Prepared {
  execute(values?: Record<string, unknown>): unknown
}
interface Session {
  prepareQuery(query: Query, ...more: unknown[]): Prepared
}
/** As `explain (format json)` describes it. */
interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

/** Returns a function that gives the queries since its last call. Call it before the first read. */
export function recordQueries(db: Db): () => Query[] {
  let queries: Query[] = []
  const { session } = db as unknown as { session: Session }
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (query, ...more) => {
    const prepared = prepareQuery(query, ...more)
    const execute = prepared.execute.bind(prepared)
    prepared.execute = (values = {}) => {
      queries.push({ sql: query.sql, params: fillPlaceholders(query.params, values) })
      return execute(values)
    }
    return prepared
  }
  return () => {
    const recorded = queries
    queries = []
    return recorded
  }
}

/** Returns the tables that the plan of a query reads from beginning to end. */
export async function findSequentialScans(db: Db, { sql, params }: Query): Promise<string[]> {
  const { $client: client } = db as unknown as { $client: Sql }
  const [row] = await client.unsafe<{ 'QUERY PLAN': string }[]>(
    `explain (format json) ${sql}`,
    params as never[],
  )
  const [{ Plan: root }] = JSON.parse(row!['QUERY PLAN']) as [{ Plan: Plan }]
  return [...new Set(listPlans(root).flatMap(getScannedTable))]
}

const listPlans = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listPlans)]

const getScannedTable = (plan: Plan) =>
  plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []
