import { expect, test } from 'bun:test'
import { findInTexts } from '../../../../../src/web/ui/screens/read/text/engine/book/find-in-texts'
import { Dice, randomSeed } from '../../../../support/dice'

const cut = (texts: readonly string[], { start, end }: ReturnType<typeof find>[number]) =>
  start.text === end.text
    ? texts[start.text]!.slice(start.offset, end.offset)
    : [
        texts[start.text]!.slice(start.offset),
        ...texts.slice(start.text + 1, end.text),
        texts[end.text]!.slice(0, end.offset),
      ].join('')

const find = (texts: readonly string[], query: string) => [...findInTexts(texts, query, 'en')]

const cases: [texts: string[], query: string, found: string[]][] = [
  [['Die Straße'], 'strasse', ['Straße']],
  [['die STRASSE, die Strasse'], 'Straße', ['STRASSE', 'Strasse']],
  [['GROẞ'], 'groß', ['GROẞ']],
  [['Stra', 'ß', 'e'], 'strasse', ['Straße']],
  [['Straße und Gasse'], 's', ['S', 'ß', 's', 's']],
  [['die ﬁrst œuvre, Cæsar'], 'first oeuvre', ['ﬁrst œuvre']],
  [['Cæsar'], 'caesar', ['Cæsar']],
  [['A Great Café, CAFE\u0301'], 'cafe', ['Café', 'CAFE\u0301']],
  [['con\u00adcept'], 'concept', ['con\u00adcept']],
  [['Schi\ufb00\u200cfahrt'], 'schifffahrt', ['Schi\ufb00\u200cfahrt']],
  [['two \n  words'], 'two words', ['two \n  words']],
  [['カタカナ'], 'かたかな', ['カタカナ']],
  [['', 'a 😀', ' smile'], '😀 smile', ['😀 smile']],
  [['aaa'], 'aa', ['aa']],
  [['nothing'], 'here', []],
  [['anything'], '  ', []],
]
test.each(cases)('in %j, %p finds %j', (texts, query, found) => {
  expect(find(texts, query).map((range) => cut(texts, range))).toEqual(found)
})

const letters = [...'aesßSE ', 'ss', 'é', 'e\u0301', 'ẞ', 'æ', 'ae', '\u00ad', '😀', 'ﬁ', '\n']
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')

test('ranges are the query, in order, apart, and all that there are', () => {
  const dice = new Dice(randomSeed)
  const write = (length: number) => Array.from({ length }, () => dice.one(letters)).join('')
  for (let round = 0; round < 2000; round++) {
    const texts = Array.from({ length: 1 + dice.roll(4) }, () => write(dice.roll(9)))
    const whole = texts.join('')
    const starts = texts.map((_, index) => texts.slice(0, index).join('').length)
    const query = write(1 + dice.roll(3)).trim()
    const ranges = find(texts, query)
    let last = 0
    for (const range of ranges) {
      const from = starts[range.start.text]! + range.start.offset
      const to = starts[range.end.text]! + range.end.offset
      expect(whole.slice(from, to)).toBe(cut(texts, range))
      expect(from).toBeGreaterThanOrEqual(last)
      expect(to).toBeGreaterThan(from)
      // A letter that is spelled with two is found by one of them.
      expect(fold(cut(texts, range))).toContain(fold(query))
      last = to
    }
    const wanted = fold(query)
    expect([query, whole, ranges.length > 0]).toEqual([
      query,
      whole,
      wanted !== '' && fold(whole).includes(wanted),
    ])
  }
})
