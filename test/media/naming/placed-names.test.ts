import { expect, test } from 'bun:test'
import { findPlaceDifferences, loadPlacedNames } from './placed-names'

/**
 * At first, 294 of these 327 paths were read correctly (90 %). The last 130 stayed closed until the
 * rules were done. The share may only rise.
 */
test.each([
  ['in folders', true, 0.942],
  ['outside of folders', false, 0.9],
] as const)(
  'N: does not read a smaller share than before of paths %s',
  async (_, inFolder, share) => {
    const paths = (await loadPlacedNames()).filter(({ path }) => path.includes('/') === inFolder)
    expect(paths.length).toBeGreaterThanOrEqual(100)
    const correct = paths.filter((one) => findPlaceDifferences(one).length === 0)
    expect(correct.length / paths.length).toBeGreaterThanOrEqual(share)
  },
)
