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

test('quoting takes no longer in a long text', () => {
  const text = 'some words\n'.repeat(100_000)
  const started = performance.now()
  for (let count = 0; count < 500; count++) quote(text, 550_000, 550_004)
  expect(performance.now() - started).toBeLessThan(1000)
})
