/**
 * Measures the longest main thread tasks during scans, moves, undos and renaming, by CPU time: `bun
 * test/bench/tasks.ts`. See README.md.
 */
import { parseArgs } from 'node:util'
import { startGroupingServer, patchLibrary } from '../ingest/grouping/grouping-server'
import { addLibrary, makeFolder, scanLibrary, undoScan } from '../ingest/scanning/scan-server'
import { closeTestDatabases } from '../support/database'
import { makeShelf, renameChildren } from '../support/make/shelves'
import { dialect } from '../../src/platform/db/dialect'
import { ms, printLine, printTable } from './support/figures'
import { type Turns, watchTurns } from './support/turns'

const { values } = parseArgs({
  options: {
    folders: { type: 'string', default: '150' },
    books: { type: 'string', default: '20' },
    trace: { type: 'boolean', default: false },
  },
})

const server = await startGroupingServer({ 'scan.missing_minimum': '100000' })
const folder = makeFolder()
await makeShelf(folder, { folders: Number(values.folders), books: Number(values.books), seed: 3 })
const library = await addLibrary(server, folder)
const rows: string[][] = []

await during('first scan', () => scanLibrary(server, library))
await during('rescan', () => scanLibrary(server, library))
renameChildren(folder, (name) => name.replace('Series', 'The new name of'))
const moved = await during('scan of moved folders', () => scanLibrary(server, library))
await during('undo of it', () => undoScan(server, library, moved.id))
await during('one series', () => patchLibrary(server, library, { seriesStrategy: 'flat' }))
await during('series again', () =>
  patchLibrary(server, library, { seriesStrategy: 'series_volume' }),
)

printLine(
  `${dialect}, ${Number(values.folders) * Number(values.books)} books: milliseconds of processor time`,
)
printTable(['what', 'in all', 'tasks', 'over 10', 'longest'], rows)
await server.close()
await closeTestDatabases()

async function during<T>(what: string, work: () => Promise<T>): Promise<T> {
  const { result, turns } = await watchTurns(work)
  rows.push([what, ...formatTurns(turns)])
  if (values.trace) printLine(JSON.stringify({ what, long: turns.long }))
  return result
}

function formatTurns({ cpu, count, long }: Turns) {
  const longest = long.map((turn) => turn.cpu).toSorted((a, b) => b - a)
  return [ms(cpu), String(count), String(long.length), longest.slice(0, 6).map(ms).join(' ')]
}
