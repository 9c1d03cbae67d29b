/** Counts layouts that a strategy groups as expected: `bun test/bench/layouts.ts [STRATEGY]`. */
import { closeDecoder } from '../../src/media/decoding/decoder'
import { startScanServer } from '../ingest/scanning/scan-server'
import { formatExpected, formatFound, scanLayouts } from '../ingest/grouping/layouts/layout'
import { layouts } from '../ingest/grouping/layouts/layouts'

const seriesStrategy = process.argv[2] ?? 'smart'
const server = await startScanServer()
const found = await scanLayouts(server, layouts, { seriesStrategy })
const wrong = layouts.filter(
  (layout) => !Bun.deepEquals(formatFound(layout, found.get(layout)!), formatExpected(layout)),
)
const isGroupedOnly = (line: string) => line.replace(/ \| \S+ \S+/g, '')
const wrongGroups = wrong.filter(
  (layout) =>
    !Bun.deepEquals(
      formatFound(layout, found.get(layout)!).map(isGroupedOnly),
      formatExpected(layout).map(isGroupedOnly),
    ),
)
for (const layout of wrong) {
  console.log(`${layout.name}\n  expected ${formatExpected(layout).join('\n           ')}`)
  console.log(`  found    ${formatFound(layout, found.get(layout)!).join('\n           ')}`)
}
const count = layouts.length
console.log(`${seriesStrategy}: series right in ${count - wrongGroups.length} of ${count} layouts,`)
console.log(`series and numbers right in ${count - wrong.length} of ${count}`)
closeDecoder()
await server.close()
process.exit(0)
