import { iterateYielding, sortYielding, yieldToEventLoop } from '../../../src/platform/lib/yield'
import { expect, test } from 'bun:test'
import { Dice } from '../../support/dice'

const dice = new Dice(7)
const rollNumbers = (count: number, sides: number) =>
  Array.from({ length: count }, (_, place) => ({ place, value: dice.roll(sides) }))

test('sorts in slices like toSorted, and keeps the order of equal elements', async () => {
  for (const count of [0, 1, 499, 500, 501, 3210]) {
    const all = rollNumbers(count, 20)
    const compare = (a: { value: number }, b: { value: number }) => a.value - b.value
    expect(await sortYielding(all, compare)).toEqual(all.toSorted(compare))
  }
})

test('slices cover every element exactly once', async () => {
  const all = rollNumbers(1234, 6)
  const seen: unknown[] = []
  for await (const slice of iterateYielding(all, 100)) {
    expect(slice.length).toBeLessThanOrEqual(100)
    seen.push(...slice)
  }
  expect(seen).toEqual(all)
})

test('yields to other tasks during long work', async () => {
  const turns: number[] = []
  setImmediate(() => void turns.push(1))
  for (let i = 0; turns.length === 0 && i < 10_000_000; i++) await yieldToEventLoop()
  expect(turns).toEqual([1])
})
