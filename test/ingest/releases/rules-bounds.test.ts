/** The rules of releases at their bounds. */
import { expect, test } from 'bun:test'
import { isContained, isOwned } from '../../../src/ingest/releases/rules/announcement-rules'
import { expectNextRelease } from '../../../src/ingest/releases/rules/expected-release'
import { maxItems, parseFeed } from '../../../src/ingest/releases/rules/feed-items'
import { findLatestKnown } from '../../../src/ingest/releases/rules/latest-known'
import { type NumberSpan, readReleaseTitle } from '../../../src/ingest/releases/rules/read-numbers'

const span = (start: number, end = start): NumberSpan => ({ start, end })
const chapters = (...spans: NumberSpan[]) => ({ chapters: spans, volumes: [] })

test.each([
  ['its first end is missing', span(0, 2), [span(1, 9)], false],
  ['its last end is missing', span(1, 3), [span(1, 2)], false],
  ['a number within is missing', span(1, 3), [span(1), span(3)], false],
  ['half numbers within are not asked for', span(1, 3), [span(1), span(2), span(3)], true],
  ['it begins with a half', span(1.5, 3), [span(1.5), span(2, 3)], true],
  ['its half at the start is missing', span(1.5, 3), [span(2, 3)], false],
  ['its half at the end is missing', span(1, 2.5), [span(1, 2)], false],
  ['it ends with a half', span(1, 2.5), [span(1, 2), span(2.5)], true],
])('a range is owned: %s', (_, mine, owned, expected) => {
  expect(isOwned(chapters(mine), chapters(...owned))).toBe(expected)
})

test('volumes lie within volumes only', () => {
  const volume = { chapters: [], volumes: [span(1)] }
  expect(isContained(volume, volume)).toBe(true)
  expect(isContained(volume, chapters(span(1)))).toBe(false)
  expect(isContained(chapters(), chapters())).toBe(false)
})

test.each<[string, NumberSpan[]]>([
  ['Harbor c.9999', [span(9999)]],
  ['Harbor c.9999-9998', [span(9998, 9999)]],
  ['Harbor c.2-302', [span(2, 302)]],
  ['Harbor c.2-303', [span(2)]],
  ['Harbor c.1-303', [span(1, 303)]],
  ['Harbor c.0-303', [span(0, 303)]],
  ['Harbor c.1-3+3-5', [span(1, 5)]],
  ['Harbor c.1-3+4-5', [span(1, 3), span(4, 5)]],
  ['Harbor c.1-9+2-3', [span(1, 9)]],
  ['Harbor c.5+1', [span(1), span(5)]],
])('the chapters of %s', (title, spans) => {
  expect(readReleaseTitle(title).chapters).toEqual(spans)
})

test('a title has at most 50 spans, and only its first thousand characters are read', () => {
  const numbers = Array.from({ length: 60 }, (_, n) => 2 * n + 1).join('+')
  expect(readReleaseTitle(`Harbor c.${numbers}`).chapters).toHaveLength(50)
  expect(readReleaseTitle(`${'x'.repeat(995)} c.7`).chapters).toEqual([span(7)])
  expect(readReleaseTitle(`${'x'.repeat(999)} c.7`).chapters).toEqual([])
})

const rules = { jump: 50, max: 5000 }
test.each<[string, number[], number, number | null]>([
  ['as far ahead as a jump', [60], 10, 60],
  ['one further', [61], 10, null],
  ['two that support each other', [100, 150], 10, 150],
  ['two too far apart', [100, 151], 10, null],
  ['the greatest number', [5000], 4990, 5000],
  ['a greater one', [5001], 4990, null],
  ['before the years', [1899, 1901], 10, 1901],
  ['the first year', [1900, 1901], 10, null],
  ['the last year', [2099, 2099.5], 10, null],
  ['after the years', [2100, 2101], 10, 2101],
  ['a number on the way', [55, 100], 10, 100],
  ['a lower number after a higher one is kept', [3], 10, 3],
])('the latest known number: %s', (_, numbers, known, expected) => {
  expect(findLatestKnown(numbers, known, rules)).toBe(expected)
})

const day = (number: number, hour = 12) => new Date(Date.UTC(2026, 0, number, hour))
test.each<[string, number[], number, number | undefined]>([
  ['three intervals', [1, 8, 15, 22], 22, 29],
  ['two are too few', [1, 8, 15], 15, undefined],
  ['today', [1, 8, 15, 22], 29, 29],
  ['yesterday is over', [1, 8, 15, 22], 30, undefined],
  ['a spread below a third', [1, 10, 18, 27], 27, 36],
  ['a spread of a third', [1, 10, 16, 25], 25, undefined],
  ['only the last six intervals count', [1, 3, 10, 17, 24, 31, 38, 45], 45, 52],
  ['an even number of intervals', [1, 8, 16, 25, 34], 34, 43],
])('the next release: %s', (_, days, now, expected) => {
  const next = expectNextRelease(
    days.map((one) => day(one)),
    day(now, 23),
  )
  expect(next).toEqual(expected === undefined ? undefined : day(expected, 0))
})

const encode = (text: string) => new TextEncoder().encode(text)
const dateOf = (text: string) =>
  parseFeed(encode(`<rss><item><title>A</title><pubDate>${text}</pubDate></item></rss>`))!.items[0]!
    .releasedAt

test('dates of feeds are between 1970 and 2100', () => {
  const last = '2100-01-01T00:00:00.000Z'
  expect(dateOf(last)).toEqual(new Date(last))
  expect(dateOf('2100-01-01T00:00:00.001Z')).toBeNull()
  expect(dateOf('1970-01-01T00:00:00.000Z')).toEqual(new Date(0))
  expect(dateOf('1969-12-31T23:59:59.999Z')).toBeNull()
})

test('only items and entries are releases, at most 500', () => {
  const other = '<channel><title>Not a release</title><image><title>Nor this</title></image>'
  const list = (count: number) =>
    parseFeed(
      encode(`<rss>${other}${'<item><title>x</title></item>'.repeat(count)}</channel></rss>`),
    )!.items
  expect(list(2).map(({ title }) => title)).toEqual(['x', 'x'])
  expect(list(maxItems)).toHaveLength(500)
  expect(list(maxItems + 1)).toHaveLength(500)
})

test.each([
  ['a'.repeat(40), 'a'.repeat(40)],
  ['A'.repeat(40), 'a'.repeat(40)],
  ['a'.repeat(39), null],
  ['a'.repeat(41), null],
  ['g'.repeat(40), null],
  ['', null],
])('the hash %p of a torrent', (given, hash) => {
  const item = `<item><title>A</title><infoHash>${given}</infoHash></item>`
  expect(parseFeed(encode(`<rss>${item}</rss>`))!.items[0]!.infoHash).toBe(hash)
})
