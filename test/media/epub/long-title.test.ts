import { expect, test } from 'bun:test'
import { findSeriesInTitle } from '../../../src/media/epub/series-in-title'

test('long titles are not searched for a series, because that takes long', () => {
  const startedAt = performance.now()
  expect(findSeriesInTitle(`a (${'a'.repeat(500)}! 3`)).toBeUndefined()
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  expect(findSeriesInTitle('Winternacht (Die Küste 3)')).toMatchObject({ number: '3' })
})
