import { expect, test } from 'bun:test'
import { learnPace } from '../../../../src/web/ui/state/progress/reading-pace'

const known = { secondsPerPage: 30, turns: 10 }

test('I8: the pace of a reader follows page turns, and ignores skimming, breaks and jumps', () => {
  expect(learnPace(null, 40, 2)).toEqual({ secondsPerPage: 20, turns: 1 })
  expect(learnPace(known, 50, 1)).toEqual({ secondsPerPage: 33, turns: 11 })
  expect(learnPace(known, 1, 1)).toBe(known)
  expect(learnPace(known, 3_600, 1)).toBe(known)
  expect(learnPace(known, 20, 12)).toBe(known)
  expect(learnPace(known, 20, -1)).toBe(known)
})
