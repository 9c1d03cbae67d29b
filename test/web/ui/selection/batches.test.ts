import { expect, test } from 'bun:test'
import { runInBatches } from '../../../../src/web/ui/components/selection/run-in-batches'

const ids = Array.from({ length: 120 }, (_, n) => `id${n}`)

function createRecord() {
  const doneCounts: number[] = []
  const portions: number[] = []
  const stopper = new AbortController()
  const process = async (some: string[]) => void portions.push(some.length)
  const going = { signal: stopper.signal, onDone: (done: number) => void doneCounts.push(done) }
  return { doneCounts, portions, stopper, process, going }
}

test('many items are processed in batches with progress', async () => {
  const { doneCounts, portions, process, going } = createRecord()
  expect(await runInBatches(ids, process, going)).toBe(120)
  expect(portions).toEqual([50, 50, 20])
  expect(doneCounts).toEqual([50, 100, 120])
})

test('a started batch is finished after stop, and no other is started', async () => {
  const { doneCounts, portions, stopper, process, going } = createRecord()
  const stopAfterFirst = async (some: string[]) => {
    await process(some)
    stopper.abort()
  }
  expect(await runInBatches(ids, stopAfterFirst, going)).toBe(50)
  expect([portions, doneCounts]).toEqual([[50], [50]])
})
