/** Text of `.mokuro` files, those of hostile ones too. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { BadFile } from '../../../src/media/contents/contents'
import { matchPages } from '../../../src/media/page-text/match-pages'
import { readMokuroBookText, readMokuroTexts } from '../../../src/media/page-text/mokuro-text'
import { parseMokuro, readMokuroPage } from '../../../src/media/page-text/parse-mokuro'
import { makeBalloon, makeMokuro, makeMokuroPage } from '../../support/make/mokuro'
import { writeBook } from '../../support/make/tree'

setDefaultTimeout(60_000)

const parse = (text: string) => parseMokuro(Buffer.from(text))
const readLines = (...blocks: unknown[]) => {
  const [page] = parse(makeMokuro([{ ...makeMokuroPage('1.jpg'), blocks }]))
  return readMokuroPage(page!).lines
}

describe('the text of a page', () => {
  test('has lines with their places', () => {
    expect(readLines(makeBalloon('今日は', 'いい 天気'))).toEqual([
      {
        text: '今日は',
        x: 0.75,
        y: 0.1,
        width: 0.05,
        height: 0.2,
        turn: 0,
        flow: 'vertical',
        starts: [0],
      },
      {
        text: 'いい 天気',
        x: 0.7,
        y: 0.1,
        width: 0.05,
        height: 0.1,
        turn: 0,
        flow: 'vertical',
        starts: [0, 0.6],
      },
    ])
  })

  test('without places of lines is divided evenly', () => {
    const columns = readLines({ box: [0, 0, 300, 600], vertical: true, lines: ['一', '二', '三'] })
    expect(columns.map(({ x, width, height }) => [x, width, height])).toEqual([
      [0.2, 0.1, 0.4],
      [0.1, 0.1, 0.4],
      [0, 0.1, 0.4],
    ])
    const rows = readLines({ box: [0, 0, 500, 300], vertical: false, lines: ['one', 'two words'] })
    expect(rows.map(({ y, height, flow, starts }) => [y, height, flow, starts])).toEqual([
      [0, 0.1, 'ltr', [0]],
      [0.1, 0.1, 'ltr', [0, 0.44444]],
    ])
  })

  test('is cut at the edges of the page, and left out beyond them', () => {
    const box = (...sides: unknown[]) => ({ box: sides, vertical: false, lines: ['text'] })
    const [cut, ...others] = readLines(
      box(-500, 1400, 500, 9000),
      box(1000, 0, 2000, 100),
      box(0, 0, 0, 0),
      box(500, 100, 100, 500),
      box('0', 0, 100, 100),
      box(0, 0),
      box(null, {}, [], 1),
    )
    expect(cut).toMatchObject({ x: 0, width: 0.5, y: 0.93333, height: 0.06667 })
    // The order of corners does not matter.
    expect(others).toHaveLength(1)
    expect(others[0]).toMatchObject({ x: 0.1, width: 0.4 })
  })

  test('has single spaces and no control characters', () => {
    const lines = ['  a\u3000 b\tc\n', '\u0000\u0007', '', 7, null, '\ud800']
    const texts = readLines({ box: [0, 0, 100, 100], vertical: false, lines })
    expect(texts.map(({ text }) => text)).toEqual(['a b c', '\ufffd'])
  })

  test.each([
    ['no page', 'no page'],
    ['no blocks', { ...makeMokuroPage('1.jpg'), blocks: 'text' }],
    ['other blocks', { ...makeMokuroPage('1.jpg'), blocks: [1, 'a', null, [], {}] }],
    ['no size', { img_path: '1.jpg', blocks: [makeBalloon('a', 'b')] }],
    ['a size of 0', { ...makeMokuroPage('1.jpg', makeBalloon('a', 'b')), img_width: 0 }],
    ['a huge size', { ...makeMokuroPage('1.jpg', makeBalloon('a', 'b')), img_height: 1e300 }],
    ['a size as text', { ...makeMokuroPage('1.jpg', makeBalloon('a', 'b')), img_width: '9' }],
    ['no lines', makeMokuroPage('1.jpg', { ...makeBalloon('a', 'b'), lines: 'ab' })],
  ])('is empty with %s', (_, page) => {
    expect(readMokuroPage(parse(makeMokuro([page]))[0]!)).toEqual({ lines: [], links: [] })
  })

  test('is bounded', () => {
    const block = { box: [0, 0, 100, 100], vertical: false, lines: Array(30).fill('text') }
    expect(readLines(...Array.from({ length: 5000 }, () => block))).toHaveLength(1000)
    const long = { ...block, lines: ['x'.repeat(100_000), ...Array(99).fill('y'.repeat(1000))] }
    const lines = readLines(long)
    expect(lines[0]!.text).toHaveLength(1000)
    expect(lines.map(({ text }) => text).join(' ').length).toBeLessThanOrEqual(20_000)
  })
})

describe('a file', () => {
  test.each([
    ['empty', ''],
    ['no JSON', '<html></html>'],
    ['cut off', makeMokuro([makeMokuroPage('1.jpg')]).slice(0, -20)],
    ['a list', '[]'],
    ['without pages', '{"pages": {}}'],
    ['deeply nested', `{"pages": ${'['.repeat(1_000_000)}`],
    ['deeply nested and complete', `${'{"pages":'.repeat(500)}[]${'}'.repeat(500)}`],
    ['with an open string', `{"pages": ["${'\\'.repeat(99)}`],
  ])('that is %s is refused', (_, text) => {
    expect(() => parse(text)).toThrow(BadFile)
  })

  test('with too many values is refused before it is parsed', () => {
    expect(() => parse(`{"pages": [${'1,'.repeat(9_000_000)}1]}`)).toThrow('too large')
  })

  test('of another size than its pages keeps the places', () => {
    const page = { ...makeMokuroPage('1.jpg', makeBalloon('a', 'b')), img_width: 2000 }
    const [line] = readMokuroPage(parse(makeMokuro([page]))[0]!).lines
    expect(line).toMatchObject({ x: 0.375, width: 0.025 })
  })

  test('gives pages in the order of the book', () => {
    const path = writeBook(
      'book.mokuro',
      Buffer.from(
        `\ufeff${makeMokuro([
          makeMokuroPage('Vol 1/002.jpg', makeBalloon('second', 'page')),
          makeMokuroPage('Vol 1/001.jpg', makeBalloon('first', 'page')),
        ])}`,
      ),
    )
    const file = { path, pages: ['001.webp', '002.webp', '003.webp'] }
    expect(readMokuroBookText(file)).toEqual({
      pages: ['first page', 'second page', ''],
      isWhole: true,
    })
    const texts = readMokuroTexts(file, { first: 1, count: 8 })
    expect(texts.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
      ['second', 'page'],
      [],
    ])
  })
})

describe('pages', () => {
  test.each<[string, string[], string[], (number | undefined)[]]>([
    ['by name', ['a.jpg', 'b.jpg'], ['b.jpg', 'a.jpg'], [1, 0]],
    ['without extensions', ['A/a.webp'], ['a.JPG'], [0]],
    ['of Windows', ['a/1.jpg', 'b/1.jpg'], ['b\\1.jpg', 'a\\1.jpg'], [1, 0]],
    ['of macOS', ['é.jpg', '2.jpg'], ['2.jpg', 'e\u0301.jpg'], [1, 0]],
    ['in folders', ['V/c1/1.jpg', 'V/c2/1.jpg'], ['c2/1.jpg', 'c1/1.jpg'], [1, 0]],
    ['with the same names', ['x/1.jpg', 'y/1.jpg'], ['p/1.jpg', 'q/1.jpg'], [0, 1]],
    ['by order', ['a.jpg', 'b.jpg'], ['1.jpg', '2.jpg'], [0, 1]],
    ['of other number', ['a.jpg', 'b.jpg'], ['1.jpg'], [undefined, undefined]],
    ['of which one is new', ['a.jpg', 'b.jpg'], ['a.jpg', 'c.jpg'], [0, undefined]],
    ['with hostile paths', ['a.jpg'], ['../../../etc/passwd'], [0]],
    ['without names', ['a.jpg', 'b.jpg'], ['', ''], [0, 1]],
    ['of nothing', [], [], []],
  ])('are matched %s', (_, pages, texts, expected) => {
    expect(matchPages(pages, texts)).toEqual(expected)
  })
})
