import { expect, test } from 'bun:test'
import { computeSample } from '../../../../src/web/ui/screens/settings/server/statistics/samples'

const sample = { at: 100, memory: 50, cpuSeconds: 20, requests: 400 }

test('two samples yield load and requests per minute', () => {
  const later = { at: 110, memory: 60, cpuSeconds: 25, requests: 410 }
  expect(computeSample(sample, later)).toEqual({ memory: 60, load: 0.5, requests: 60 })
})

test('a server restart and equal times yield nothing', () => {
  expect(computeSample(sample, { ...sample, at: 5, requests: 1 })).toBeUndefined()
  expect(computeSample(sample, { ...sample, at: 105, requests: 1 })).toBeUndefined()
  expect(computeSample(sample, sample)).toBeUndefined()
})
