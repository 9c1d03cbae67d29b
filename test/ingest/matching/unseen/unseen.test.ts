/**
 * Works that the rules were not written for. Each is searched for among related and similar works.
 */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { Dice, randomSeed } from '../../../support/dice'
import { createFigures, type Figures, measure } from './measure'
import { createVariant, toLocal } from './variants'
import { works } from './works'

/** Thousands of decisions take seconds on a busy machine. */
setDefaultTimeout(60_000)

const share = (part: number, whole: number) => part / whole

function expectBars({ wrong, rightFirst, found }: Figures, least: number) {
  expect(wrong).toEqual([])
  expect(share(rightFirst, found)).toBeGreaterThanOrEqual(least)
}

test('a work is found by each of its titles, and no other one is applied without it', () => {
  const figures = createFigures()
  for (const work of works) {
    for (const title of work.titles) {
      measure(figures, work, toLocal(work, title, { year: work.year }))
    }
  }
  expect(figures.found).toBeGreaterThan(300)
  expectBars(figures, 0.98)
  expect(share(figures.applied, figures.found)).toBeGreaterThanOrEqual(0.9)
})

test('a work is found by names that people give its folder', () => {
  const dice = new Dice(randomSeed)
  const figures = createFigures()
  for (let count = 0; count < 1_500; count += 1) {
    const work = dice.one(works)
    const { local, shortened } = createVariant(work, dice)
    measure(figures, work, local, shortened)
  }
  expect(figures.found).toBeGreaterThan(1_000)
  expectBars(figures, 0.95)
})
