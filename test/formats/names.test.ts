import { describe, expect, test } from 'bun:test'
import { parseName } from '../../src/formats/names'

type Expected = Partial<ReturnType<typeof parseName>>

const cases: [string, Expected][] = [
  [
    'Silver Orbit v03 (2012) (Digital).cbz',
    { series: 'Silver Orbit', volume: 3, chapter: null, year: 2012 },
  ],
  ['Silver_Orbit_v03_c012.5_[Group].zip', { series: 'Silver Orbit', volume: 3, chapter: 12.5 }],
  [
    '[Group] Silver Orbit - c001-006 (v02) [More].zip',
    { series: 'Silver Orbit', volume: 2, chapter: 1 },
  ],
  ['Silver Orbit Chapter 11v2.zip', { series: 'Silver Orbit', volume: null, chapter: 11 }],
  ['Silver Orbit 021 (2004) (c2c).cbr', { series: 'Silver Orbit', chapter: 21, year: 2004 }],
  [
    'Silver Orbit v1 038 (1972).cbr',
    { series: 'Silver Orbit', volume: 1, chapter: 38, year: 1972 },
  ],
  [
    'Silver Orbit 02 - The Return (2005)',
    { series: 'Silver Orbit', chapter: 2, title: 'The Return', year: 2005 },
  ],
  ['Silver Orbit #57 - Home.cbz', { series: 'Silver Orbit', chapter: 57, title: 'Home' }],
  ['Silver Orbit (2 of 3)', { series: 'Silver Orbit', chapter: 2 }],
  ['Silver 2077 - Voice #01', { series: 'Silver 2077 - Voice', chapter: 1 }],
  ['Silver Orbit - Tome 2.pdf', { series: 'Silver Orbit', volume: 2 }],
  ['銀の軌道 第23巻.cbz', { series: '銀の軌道', volume: 23 }],
  ['銀の軌道 第10話', { series: '銀の軌道', chapter: 10 }],
  ['은빛 궤도 1.5권', { series: '은빛 궤도', volume: 1.5 }],
  ['Орбита Том 1 Глава 3', { series: 'Орбита', volume: 1, chapter: 3 }],
  ['Silver Orbit SP01.cbz', { special: true }],
  ['Silver Orbit Annual (1999).cbz', { special: true, year: 1999, chapter: null }],
  ['Silver Orbit Specialist 3.cbz', { special: false, chapter: 3 }],
  ['Just a Novel.epub', { series: 'Just a Novel', volume: null, chapter: null, title: null }],
]

test.each(cases)('reads %s', (name, expected) => {
  expect(parseName(name)).toMatchObject(expected)
})

test('takes the series from the folder when the file names none', () => {
  expect(parseName('Vol 1.cbz', 'Silver Orbit (2010)')).toMatchObject({
    series: 'Silver Orbit',
    volume: 1,
  })
  expect(parseName('v001.cbz').series).toBeNull()
})

describe('hostile names', () => {
  test.each(['(', '1-', 'a ', 'v', ' ', '- ', '9', '[(', '第', '# '])(
    '%p repeated ends at once',
    (piece) => {
      // Catastrophic backtracking would outlast the runner's patience on any machine.
      const { volume, chapter } = parseName(piece.repeat(100_000), piece.repeat(100_000))
      expect([volume, chapter]).not.toContain(NaN)
    },
  )
})
