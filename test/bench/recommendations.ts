/**
 * Measures computing and showing the recommendations for a reader in a large library: `bun
 * test/bench/recommendations.ts --series 100000`. Uses PostgreSQL with `QUIRE_DIALECT=postgres`.
 * See README.md.
 */
import { sql } from 'drizzle-orm'
import { parseArgs } from 'node:util'
import { system } from '../../src/accounts/permissions/model'
import { refreshRecommendations } from '../../src/ingest/recommendations/refresh'
import { getRecommendations } from '../../src/ingest/recommendations/service'
import { closeTestDatabases } from '../support/database'
import { startTestServer } from '../support/server'
import { measureRuns, ms, printLine, printTable, ratio } from './support/figures'
import { seed } from './support/seed'

const { values } = parseArgs({ options: { series: { type: 'string', default: '100000' } } })
const server = await startTestServer()
try {
  const { ctx } = server
  const userId = server.getUserId('ann')
  await seed(ctx, { series: Number(values.series), booksEach: 2, users: 0 }, [userId])
  const viewer = { ...system, userId, role: 'reader' as const }
  const job = { id: '', kind: '', payload: { userId }, attempts: 1, maxAttempts: 1 }
  const { signal } = new AbortController()
  const refresh = async () => {
    const store = await refreshRecommendations(ctx, job, signal)
    if (store) await ctx.write(store)
  }
  const floor = await measureRuns(() => ctx.heavy.rows(sql`select count(*) from series_genres`), {
    runs: 5,
    warm: 1,
  })
  const computed = await measureRuns(refresh, { runs: 5, warm: 1 })
  const shown = await measureRuns(() => getRecommendations(ctx, viewer))
  const { recommendations } = await getRecommendations(ctx, viewer)
  printLine(`${recommendations.length} recommendations in ${values.series} series`)
  printTable(
    ['', 'median', 'p99', 'ratio'],
    [
      ['floor: count the genres of series', ms(floor.median), ms(floor.p99), ''],
      ['compute', ms(computed.median), ms(computed.p99), ratio(computed.median, floor.median)],
      ['show', ms(shown.median), ms(shown.p99), ratio(shown.median, floor.median)],
    ],
  )
} finally {
  await server.close()
  await closeTestDatabases()
}
