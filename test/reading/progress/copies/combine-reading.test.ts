import { expect, test } from 'bun:test'
import {
  combineReading,
  type LoggedEvent,
  type Reading,
} from '../../../../src/reading/progress/copies/combine-reading'
import {
  applyReadingEvent,
  type ReadingEvent,
} from '../../../../src/reading/progress/apply-reading-events'
import { Dice, randomSeed } from '../../../support/dice'

const at = (minute: number) => new Date(1_700_000_000_000 + minute * 60_000)

/** A book of ten pages on which events were recorded in order. */
class TestBook {
  reading: Reading = { progress: undefined, completions: [], events: [] }

  record(minute: number, event: ReadingEvent) {
    const { progress, completions, events } = this.reading
    const highestPass = Math.max(0, ...completions.map(({ pass }) => pass))
    const step = applyReadingEvent(progress, event, { pageCount: 10, now: at(minute), highestPass })
    if (!step) return
    const entry: LoggedEvent = { ...step.entry, createdAt: at(minute) }
    this.reading = {
      progress: { ...step.state, updatedAt: at(minute) },
      completions: step.completion ? [...completions, step.completion] : completions,
      events: [...events, entry],
    }
    this.check()
  }

  add(other: TestBook) {
    const { progress, completions, events } = combineReading(other.reading, this.reading)
    this.reading = {
      progress,
      completions: [...this.reading.completions, ...completions],
      events: [...this.reading.events, ...events],
    }
    this.check()
  }

  /** Checks the constraints of the database. */
  check() {
    const { progress, completions } = this.reading
    const passes = completions.map(({ pass }) => pass)
    expect(new Set(passes).size).toBe(passes.length)
    expect(progress?.completions ?? 0).toBe(completions.length)
    if (progress && !progress.completed) expect(passes).not.toContain(progress.pass)
  }

  times() {
    return this.reading.completions.map(({ completedAt }) => completedAt.getTime()).toSorted()
  }
}

const events: ReadingEvent[] = [
  { kind: 'completed', origin: 'explicit' },
  { kind: 'unread', origin: 'explicit' },
  ...[1, 4, 8, 10].map(
    (page) => ({ kind: 'position', origin: 'explicit', page }) satisfies ReadingEvent,
  ),
]

test(`E1: every completion counts once, whatever is merged in which order (seed ${randomSeed})`, () => {
  const dice = new Dice(randomSeed)
  for (let round = 0; round < 500; round++) {
    const books = [new TestBook(), new TestBook(), new TestBook()]
    for (let minute = 1; minute < 40; minute++) {
      const [one, other] = [dice.one(books), dice.one(books)]
      if (dice.roll(4) > 1) one.record(minute, dice.one(events))
      else if (one !== other) one.add(other)
    }
    const wanted = [...new Set(books.flatMap((book) => book.times()))].toSorted()
    const newest = Math.max(...books.map(({ reading }) => +(reading.progress?.positionAt ?? 0)))
    const [first, second, third] = books as [TestBook, TestBook, TestBook]
    first.add(second)
    first.add(third)
    expect(first.times()).toEqual(wanted)
    expect(+(first.reading.progress?.positionAt ?? 0)).toBe(newest)
    const before = first.reading
    for (const other of [second, third]) {
      other.add(first)
      expect(other.times()).toEqual(wanted)
      first.add(other)
    }
    expect(first.reading.events).toEqual(before.events)
  }
})

test('E1: a pass keeps its number when it is free', () => {
  const [source, target] = [new TestBook(), new TestBook()]
  source.record(1, { kind: 'completed', origin: 'explicit' })
  target.add(source)
  expect(target.reading.completions).toEqual([...source.reading.completions])
  expect(target.reading.progress).toEqual(source.reading.progress)
})
