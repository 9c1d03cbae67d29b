/**
 * `bun test/load/simulate.ts [--seed 1]`: what a club of 20,000 readers needs, by the costs that
 * were measured, and how long its requests wait. See docs/club.md.
 */
import { parseArgs } from 'node:util'
import { ms, printLine, printTable } from '../bench/support/figures'
import { Dice } from '../support/dice'
import { type Club, costs, requestsPerReader, simulate } from './simulated-club'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, seconds: { type: 'string', default: '60' } },
})
const common = { connections: 10, maxRequests: 1000, seconds: Number(values.seconds) }

const clubs: [string, Club][] = [
  ['2,000 at once', { ...common, readers: 2_000, servers: 4, databaseCores: 2 }],
  ['the same, one server failed', { ...common, readers: 2_000, servers: 3, databaseCores: 2 }],
  ['the same, two servers failed', { ...common, readers: 2_000, servers: 2, databaseCores: 2 }],
  ['20,000 at once', { ...common, readers: 20_000, servers: 37, databaseCores: 14 }],
  [
    'the same, 3 connections each',
    { ...common, readers: 20_000, servers: 37, databaseCores: 14, connections: 3 },
  ],
  ['the same, PostgreSQL too small', { ...common, readers: 20_000, servers: 37, databaseCores: 9 }],
]

const percent = (share: number) => `${(share * 100).toFixed(0)} %`

printLine(`seed ${values.seed}; ${common.seconds} s each`)
printTable(
  [
    'club',
    'a second',
    'servers',
    'of PostgreSQL',
    'median ms',
    'p99 ms',
    'most waiting',
    'refused',
  ],
  clubs.map(([name, club]) => {
    const { serverLoad, databaseLoad, ...found } = simulate(club, new Dice(Number(values.seed)))
    const rate = (club.readers * requestsPerReader).toFixed(0)
    const servers = `${club.servers}, ${percent(serverLoad)} busy`
    const database = `${club.databaseCores}, ${percent(databaseLoad)} busy`
    const times = [ms(found.median), ms(found.p99)]
    const refused = percent(found.refused / found.requests)
    return [name, rate, servers, database, ...times, String(found.mostWaiting), refused]
  }),
)
for (const [name, { readers }] of [clubs[0]!, clubs[3]!]) {
  const busy = (cost: number) => ((readers * requestsPerReader * cost) / 1000).toFixed(1)
  printLine(
    `${name}, reckoned: ${busy(costs.server)} cores of servers, ${busy(costs.database)} of PostgreSQL`,
  )
}
