import { describe, expect, test } from 'bun:test'
import { findMatch } from '../../../src/web/ui/screens/search/results/match-range'

describe('highlighting search words', () => {
  const highlight = (text: string, words: string) => {
    const place = findMatch(text, words)
    return place && text.slice(place.from, place.to)
  }

  test('ignores case and accents', () => {
    expect(highlight('Zoë Ångström', 'angstrom')).toBe('Ångström')
    expect(highlight('ZOE\u0308 B', 'zoë')).toBe('ZOE\u0308')
    expect(highlight('Ångström', 'ström')).toBe('ström')
    expect(highlight('潮の刻 第二部', '刻 第')).toBe('刻 第')
    expect(highlight('𠮷野家', '野')).toBe('野')
  })

  test('does not mark other text', () => {
    expect(highlight('Moon', 'noon')).toBeUndefined()
    expect(highlight('Moon', '')).toBeUndefined()
    expect(highlight('', 'x')).toBeUndefined()
  })
})
