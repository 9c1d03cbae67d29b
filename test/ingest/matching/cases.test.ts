/** The minimum results for the matching cases of the design. */
import { describe, expect, test } from 'bun:test'
import { hasCases, measureCases } from './cases'

describe.skipIf(!hasCases)('matching cases (skipped without QUIRE_FIXTURES)', () => {
  test('applies nothing wrong, and leaves little to people', async () => {
    const { wrong, rightFirst, undone } = (await measureCases())!
    expect(wrong).toEqual([])
    expect(rightFirst).toBeGreaterThanOrEqual(86)
    expect(undone.length).toBeLessThanOrEqual(1)
  })
})
