import { expect, test } from 'bun:test'
import { quoteRange } from '../../../../../src/web/ui/screens/read/text/engine/book/quote-range'

const quote = (text: string, from: number, to: number) =>
  quoteRange([text], { start: { text: 0, offset: from }, end: { text: 0, offset: to } })

test('a match is quoted with the words around it', () => {
  const text = `${'before '.repeat(20)}match${' after'.repeat(20)}`
  expect(quote(text, 140, 145)).toEqual({
    before: `… ${'before '.repeat(7)}`,
    match: 'match',
    after: `${' after'.repeat(8)} …`,
  })
  expect(quote('a match\n b', 2, 7)).toEqual({ before: 'a ', match: 'match', after: ' b' })
})

test('only the characters near a match are read, however long its text is', () => {
  const text = `far${' '.repeat(1000)}match${' '.repeat(1000)}away`
  expect(quote(text, 1003, 1008)).toEqual({ before: '', match: 'match', after: '' })
})
