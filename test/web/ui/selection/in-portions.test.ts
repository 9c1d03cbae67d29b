import { expect, test } from 'bun:test'
import { inBatches } from '../../../../src/web/ui/components/selection/batches'

const ids = Array.from({ length: 120 }, (_, n) => `id${n}`)

function record() {
  const told: number[] = []
  const portions: number[] = []
  const stopper = new AbortController()
  const act = async (some: string[]) => void portions.push(some.length)
  const going = { signal: stopper.signal, onDone: (done: number) => void told.push(done) }
  return { told, portions, stopper, act, going }
}

test('many are done in portions, and it is told how many are', async () => {
  const { told, portions, act, going } = record()
  expect(await inBatches(ids, act, going)).toBe(120)
  expect(portions).toEqual([50, 50, 20])
  expect(told).toEqual([50, 100, 120])
})

test('what is begun when it is stopped is finished, and nothing more is begun', async () => {
  const { told, portions, stopper, act, going } = record()
  const stopping = async (some: string[]) => {
    await act(some)
    stopper.abort()
  }
  expect(await inBatches(ids, stopping, going)).toBe(50)
  expect([portions, told]).toEqual([[50], [50]])
})
