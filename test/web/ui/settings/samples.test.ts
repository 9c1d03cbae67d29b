import { expect, test } from 'bun:test'
import { computeSample } from '../../../../src/web/ui/screens/settings/server/statistics/samples'

const look = { at: 100, memory: 50, cpuSeconds: 20, requests: 400 }

test('between two looks there is a load and a number of requests a minute', () => {
  const later = { at: 110, memory: 60, cpuSeconds: 25, requests: 410 }
  expect(computeSample(look, later)).toEqual({ memory: 60, load: 0.5, requests: 60 })
})

test('after a new start of the server, and of the same moment, there is nothing to tell', () => {
  expect(computeSample(look, { ...look, at: 5, requests: 1 })).toBeUndefined()
  expect(computeSample(look, { ...look, at: 105, requests: 1 })).toBeUndefined()
  expect(computeSample(look, look)).toBeUndefined()
})
