import { expect, test } from 'bun:test'
import { findDifferences, loadUnseenNames } from './unseen-names'

/**
 * The share may only rise. Every second name is kept apart: rules are never written for one of
 * them, so that the second share tells how the parser does on new names.
 */
test.each([
  ['names that rules were checked against', 0, 149 / 150],
  ['names that no rule was written for', 1, 137 / 150],
] as const)('C: reads a lasting share of the %s', async (_, half, share) => {
  const names = (await loadUnseenNames()).filter((__, i) => i % 2 === half)
  expect(names.length).toBe(150)
  const correct = names.filter((one) => findDifferences(one).length === 0)
  expect(correct.length / names.length).toBeGreaterThanOrEqual(share)
})
