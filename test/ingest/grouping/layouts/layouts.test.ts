/** Series of a library after its first scan with the default settings. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeDecoder } from '../../../../src/media/decoding/decoder'
import { startScanServer, type ScanServer } from '../../scanning/scan-server'
import { formatExpected, formatFound, type Layout, scanLayouts } from './layout'
import { layouts } from './layouts'

let server: ScanServer
let found: Map<Layout, string[]>
beforeAll(async () => {
  server = await startScanServer()
  found = await scanLayouts(server, layouts)
}, 120_000)
afterAll(async () => {
  closeDecoder()
  await server.close()
})

describe('A2, A11: the first scan of 60 layouts', () => {
  test('covers 60 layouts of different names', () => {
    expect(new Set(layouts.map(({ name }) => name)).size).toBe(60)
  })

  test.each(
    layouts.filter(({ known }) => known === undefined).map((one) => [one.name, one] as const),
  )('%s', (_, layout) => {
    expect(formatFound(layout, found.get(layout)!)).toEqual(formatExpected(layout))
  })

  // Each exception has a reason. Remove its `known` when it is fixed.
  test.each(
    layouts.flatMap((one) =>
      one.known === undefined ? [] : [[one.name, one.known, one] as const],
    ),
  )('differs from what a person expects: %s (%s)', (_, __, layout) => {
    expect(formatFound(layout, found.get(layout)!)).not.toEqual(formatExpected(layout))
  })
})
