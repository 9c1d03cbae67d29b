import { expect, test } from 'bun:test'
import { repeat } from '../../src/platform/lib/clock'
import { TestClock } from '../support/clock'

const start = new Date('2026-05-01T00:00:00Z')
const readFile = () => Bun.file(import.meta.path).text()

test('a task that reads a file ends before the next one starts', async () => {
  const clock = new TestClock(start)
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} starts`)
    for (let read = 0; read < 20; read++) await readFile()
    log.push(`${name} ends`)
  }
  clock.after(10, work('first'))
  clock.after(20, work('second'))
  await clock.advance(30)
  expect(log).toEqual(['first starts', 'first ends', 'second starts', 'second ends'])
})

test('a task that sleeps goes on in time, and does not hold up the others', async () => {
  const clock = new TestClock(start)
  const log: number[] = []
  const passedMs = () => clock.now().getTime() - start.getTime()
  clock.after(10, async () => {
    await readFile()
    await clock.sleep(25)
    log.push(passedMs())
  })
  const stop = repeat(clock, 10, () => void log.push(passedMs()))
  await clock.advance(40)
  stop()
  expect(log).toEqual([10, 20, 30, 35, 40])
})

test('a repeated task that takes long is not started twice', async () => {
  const clock = new TestClock(start)
  let running = 0
  let most = 0
  let runs = 0
  const stop = repeat(clock, 10, async () => {
    most = Math.max(most, ++running)
    for (let read = 0; read < 20; read++) await readFile()
    running--
    runs++
  })
  await clock.advance(100)
  stop()
  expect({ most, runs }).toEqual({ most: 1, runs: 10 })
})

test('after a jump, what was due runs once', async () => {
  const clock = new TestClock(start)
  let runs = 0
  const stop = repeat(clock, 10, () => void runs++)
  await clock.jump(1000)
  stop()
  expect(runs).toBe(1)
})
