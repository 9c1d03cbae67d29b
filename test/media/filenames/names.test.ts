import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { buildComicFileName } from '../../../src/cli/demo/comic'
import { comics } from '../../../src/cli/demo/shelf'
import { parseFolderName, parseName } from '../../../src/media/filenames/filenames'

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

/** Forms from other languages and conventions. */
const forms: [string, Expected][] = [
  ['Orbite - T01 - Le Départ.cbz', { series: 'Orbite', volume: 1, title: 'Le Départ' }],
  ['Orbite Tome III.cbz', { series: 'Orbite', volume: 3 }],
  ['Orbite Chapitre 12.cbz', { series: 'Orbite', chapter: 12 }],
  ['Órbita Tomo 4 - Los otros.cbr', { series: 'Órbita', volume: 4, title: 'Los otros' }],
  ['Órbita Capítulo 12.5 [Español].cbz', { chapter: 12.5, languages: ['es'] }],
  ['Umlaufbahn Band 12.cbz', { series: 'Umlaufbahn', volume: 12 }],
  ['Umlaufbahn - Heft 3 (2019).cbz', { chapter: 3, year: 2019 }],
  ['Umlaufbahn (1 von 4).cbz', { series: 'Umlaufbahn', chapter: 1, count: 4 }],
  ['Orbita n. 5 - Gli altri.cbz', { series: 'Orbita', chapter: 5, title: 'Gli altri' }],
  ['Orbita N°5.cbz', { series: 'Orbita', chapter: 5 }],
  ['Orbita Capitolo 7.cbz', { series: 'Orbita', chapter: 7 }],
  ['Órbita Edição 45.cbz', { series: 'Órbita', chapter: 45 }],
  ['Orbita - Tom 5 - Cień.cbz', { series: 'Orbita', volume: 5, title: 'Cień' }],
  ['Yörünge Cilt 3 Bölüm 12.cbz', { series: 'Yörünge', volume: 3, chapter: 12 }],
  ['Quỹ đạo Tập 3 Chương 12.cbz', { series: 'Quỹ đạo', volume: 3, chapter: 12 }],
  ['Орбита Часть 2.fb2', { series: 'Орбита', volume: 2 }],
  ['銀の軌道 第一卷.cbz', { series: '銀の軌道', volume: 1 }],
  ['銀の軌道 第十二話.cbz', { chapter: 12 }],
  ['銀の軌道 下巻.cbz', { series: '銀の軌道', volume: 3 }],
  ['銀の軌道 全12巻.zip', { volume: 1, volumeEnd: 12 }],
  ['銀の軌道 第０３巻 [日本語].cbz', { volume: 3, languages: ['ja'] }],
  ['[Store][銀の軌道]卷01.cbz', { series: '銀の軌道', volume: 1, group: 'Store', tags: [] }],
  ['[Author] 銀の軌道 [第03巻].cbz', { series: '銀の軌道', volume: 3 }],
  ['은빛 궤도 3부 12화 (완결).cbz', { season: 3, volume: 3, chapter: 12, complete: true }],
  ['มดน้อย เล่ม 3.cbz', { series: 'มดน้อย', volume: 3 }],
  ['Silver ０１２.cbz', { series: 'Silver', chapter: 12 }],
  ['Silver.Orbit.001.2012.Digital-Group.cbr', { series: 'Silver Orbit', chapter: 1, year: 2012 }],
  ['Silver.Orbit.v02.c010.5.cbr', { series: 'Silver Orbit', volume: 2, chapter: 10.5 }],
  ['Silver S01E02.cbz', { series: 'Silver', season: 1, volume: 1, chapter: 2 }],
  ['Silver 2nd Season 05.cbz', { series: 'Silver', season: 2, chapter: 5 }],
  ['Silver Annual 3 (2014).cbz', { special: true, chapter: null, specialNumber: 3, year: 2014 }],
  ['Silver Annual 2014.cbz', { kind: 'annual', specialNumber: null, year: 2014 }],
  ['Silver One-Shot (2014).cbz', { kind: 'one-shot', special: true }],
  ['Silver Omnibus Vol. 1 HC (2013).cbz', { edition: 'Omnibus', volume: 1, title: null }],
  ['Silver #54½.cbr', { chapter: 54.5 }],
  ['Silver #-1 (1997).cbr', { chapter: -1 }],
  ['Silver #22A (2012).cbr', { chapter: 22, suffix: 'A' }],
  ['Silver c012v2.cbz', { chapter: 12, volume: null }],
  ['Silver c012 [v2].cbz', { chapter: 12, volume: null, revision: 2 }],
  ['Silver - Volume Two.epub', { series: 'Silver', volume: 2 }],
  ['Silver Book 2 - Words.epub', { series: 'Silver', volume: 2, title: 'Words' }],
  ['Silver Chapter 1-50 [Completed].epub', { chapter: 1, chapterEnd: 50, complete: true }],
  ['Words (Silver #2).epub', { series: 'Silver', chapter: 2, title: 'Words' }],
  ['Silver v01-v03.zip', { volume: 1, volumeEnd: 3 }],
  ['Silver (Volumes 1-3).zip', { series: 'Silver', volume: 1, volumeEnd: 3 }],
  ['Silver 100 - 005.cbz', { series: 'Silver 100', chapter: 5 }],
  ['Silver No. 8 v01.cbz', { series: 'Silver No. 8', volume: 1, chapter: null }],
  ['Silver No. 12 (1995).cbr', { series: 'Silver', chapter: 12 }],
  ['001.cbz', { series: null, chapter: 1 }],
  ['01 - The Beginning.cbz', { series: null, chapter: 1, title: 'The Beginning' }],
  ['1984.epub', { series: '1984', chapter: null }],
  ['2001 - A Journey.epub', { series: '2001 - A Journey', chapter: null }],
  ['Catch-22.epub', { series: 'Catch-22', chapter: null }],
  ['Silver v01 (2012) (Digital) (Viz) (Some-Group).cbz', { publisher: 'Viz', group: 'Some-Group' }],
]

test.each(forms)('reads names in the form of %s', (name, expected) => {
  expect(parseName(name)).toMatchObject(expected)
})

test('reads names in decomposed Unicode, which some systems write', () => {
  expect(parseName('은빛 1권'.normalize('NFD'))).toMatchObject({ series: '은빛', volume: 1 })
  expect(parseName('Órbita Capítulo 7'.normalize('NFD'))).toMatchObject({ chapter: 7 })
})

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

test('does not read numbers of the series folder as numbers of the book', () => {
  expect(parseName('Silver 100.cbz', 'Silver 100')).toMatchObject({ chapter: null })
  expect(parseName('Silver 14 1 - The summer of 14.cbz', 'Silver 14').chapter).toBe(1)
})

test('takes missing values from the folders, but not the range of a pack', () => {
  expect(parseName('Chapter 5.cbz', 'Silver (2010)/Volume 03')).toMatchObject({
    series: 'Silver',
    volume: 3,
    chapter: 5,
    year: 2010,
  })
  expect(parseName('002.cbz', 'Silver/Season 2')).toMatchObject({ season: 2, chapter: 2 })
  expect(parseName('Home.cbz', 'Silver v01-v10').volume).toBeNull()
  expect(parseName('Home.cbz', 'Silver/Specials')).toMatchObject({ special: true })
})

test.each<[string, Expected]>([
  ['Silver Orbit (2012)', { series: 'Silver Orbit', year: 2012 }],
  ['Volume 01', { series: null, volume: 1 }],
  ['Season 1', { series: null, season: 1 }],
  ['Zone 100', { series: 'Zone 100', chapter: null }],
  ['Silver Orbit 026-050 (1945-1949)', { series: 'Silver Orbit', chapter: 26, chapterEnd: 50 }],
  ['Specials', { series: null, special: true }],
])('reads the folder %s', (name, expected) => {
  expect(parseFolderName(name)).toMatchObject(expected)
})

test('explains which rule found which value in which characters', () => {
  const { explain } = parseName('Silver_Orbit_Tome_2_#５-6_(2012).cbz', 'Elsewhere')
  expect(explain).toEqual([
    {
      field: 'series',
      value: 'Silver Orbit',
      rule: 'text before the numbers',
      source: 'file',
      text: 'Silver Orbit',
    },
    { field: 'year', value: 2012, rule: 'year in brackets', source: 'file', text: '(2012)' },
    {
      field: 'volume',
      value: 2,
      rule: 'French volume',
      source: 'file',
      text: 'Tome_2',
    },
    { field: 'chapter', value: 5, rule: '#12', source: 'file', text: '#５-6' },
    { field: 'chapterEnd', value: 6, rule: '#12', source: 'file', text: '#５-6' },
  ])
  expect(parseName('#5.cbz', 'Silver').explain).toContainEqual({
    field: 'series',
    value: 'Silver',
    rule: 'text before the numbers',
    source: 'folder',
    text: 'Silver',
  })
})

test('reads the names in the demo library as intended', () => {
  for (const series of comics) {
    for (let number = 1; number <= series.books.length; number++) {
      const { volume, chapter } = parseName(buildComicFileName(series, number), series.title)
      const expected = series.counted === 'volume' ? [number, null] : [null, number]
      expect([volume, chapter]).toEqual(expected)
    }
  }
})

const real = join(process.env['QUIRE_FIXTURES'] ?? '../shared/fixtures', 'real')

test.skipIf(!existsSync(real))('finds a number only where the real library has one', () => {
  const numbered = [...new Bun.Glob('{Books,Comics,Documents}/**/*').scanSync(real)]
    .map((path) => [basename(path), parseName(basename(path), basename(dirname(path)))] as const)
    .filter(([, { volume, chapter }]) => volume !== null || chapter !== null)
    .map(([name, { series, volume, chapter }]) => ({ name, series, volume, chapter }))
  expect(numbered).toEqual([
    { name: 'science_comics_001.cbz', series: 'science comics', volume: null, chapter: 1 },
  ])
})

/** Fragments that rules start, continue or end with. */
const fragments = [
  '( [ { ) ] ([{ [( 1- 1. 1, v v1 9 第 第一 第1 #1 c1- s1e1 (2012) [2012 --2012 sp1 1권 上巻 ½ i 0',
  '__ .1 é İ \u0301 \ud800 𠮷 (en) (en,en,',
]
  .flatMap((line) => line.split(' '))
  .concat([
    ' ',
    '- ',
    '1 - ',
    'a ',
    'v1 ',
    '# ',
    '. ',
    '01 ',
    'c01-c02 ',
    'vol ',
    'vol. 1 ',
    ' iii',
  ])
  .concat(['chapter 1 - ', 'part 1 of 2 ', '2012-01-01 ', 'annual ', 'vol tbd ', 'book ii '])
  .concat(['[a (b', 'deluxe edition ', '1 c2c ', '100p ', ' - special ', '(a #1) '])

describe('hostile names', () => {
  test.each([500, 100_000])('with %p repetitions are parsed quickly', (count) => {
    const names = fragments
      .flatMap((piece) => [piece, `a ${piece}`, `${piece}x`])
      .flatMap((start) => {
        const name = start.repeat(count)
        return [name, `${name}.cbz`, `(${name}`, `${name} 1`]
      })
    // Parsing takes milliseconds; runaway backtracking takes seconds on any machine.
    const slow = names.filter((name) => measureFastest(name) > 1_000)
    expect(slow.map((name) => name.slice(0, 20))).toEqual([])
  })

  test('of random characters yield numbers or null', () => {
    const alphabet = [
      ...'[](){}#-–~_. 0123456789vctsep第巻話권화เล่ม½',
      ' vol ',
      ' of ',
      ' ch.',
      'é',
    ]
    for (let seed = 1; seed <= 2000; seed++) {
      const name = buildNoise(alphabet, seed)
      const { volume, chapter, year } = parseName(name, buildNoise(alphabet, seed + 9999))
      for (const value of [volume, chapter, year]) expect(value).not.toBeNaN()
    }
  })
  test.each(['(', '1-', 'a ', 'v', ' ', '- ', '9', '[(', '第', '# '])(
    'with %p repeated are parsed in bounded time',
    (piece) => {
      // Catastrophic backtracking would exceed the test timeout on any machine.
      const { volume, chapter } = parseName(piece.repeat(100_000), piece.repeat(100_000))
      expect([volume, chapter]).not.toContain(NaN)
    },
  )
})

/** Best of three, in milliseconds, because other processes may use the CPU. */
function measureFastest(name: string): number {
  const times = [1, 2, 3].map(() => {
    const started = performance.now()
    parseName(name, name)
    return performance.now() - started
  })
  return Math.min(...times)
}

function buildNoise(alphabet: string[], seed: number): string {
  let state = seed
  const next = () => (state = (state * 48_271) % 2_147_483_647)
  return Array.from({ length: next() % 60 }, () => alphabet[next() % alphabet.length]).join('')
}

/** Series with more than 1,900 chapters, whose numbers look like years. */
test.each([
  ['Silver Orbit 1899.cbz', 'Silver Orbit', 1899, null],
  ['Silver Orbit 1901.cbz', 'Silver Orbit', 1901, null],
  ['Silver Orbit - 1901.cbz', 'Silver Orbit', 1901, null],
  ['Silver Orbit 1901 (2016) (Digital).cbz', 'Silver Orbit', 1901, 2016],
  ['Silver Orbit 01950.cbz', undefined, 1950, null],
  ['Silver Orbit c1950.cbz', undefined, 1950, null],
  ['Silver Orbit Chapter 2012 (2020).cbz', undefined, 2012, 2020],
  ['Silver Orbit #2012.cbz', undefined, 2012, null],
  ['Silver Orbit 12 (2016).cbz', 'Silver Orbit', 12, 2016],
  ['Silver Orbit 1950 012.cbz', 'Silver Orbit', 12, null],
  ['Silver Orbit 1984 Special Stories.cbz', 'Silver Orbit', null, null],
  ['Silver Orbit 2077.cbz', undefined, null, null],
  ['Silver Orbit Annual 2014.cbz', 'Silver Orbit', null, 2014],
  ['Silver Orbit (1950).cbz', 'Silver Orbit', null, 1950],
])('%s in %p has number %p and year %p', (name, folder, chapter, year) => {
  expect(parseName(name, folder)).toMatchObject({ chapter, year })
})
