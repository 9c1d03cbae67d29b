import { describe, expect, test } from 'bun:test'
import { findMatch } from '../../../src/web/ui/screens/search/results/match-range'

describe('what was looked for is marked', () => {
  const marked = (text: string, words: string) => {
    const place = findMatch(text, words)
    return place && text.slice(place.from, place.to)
  }

  test('whatever its case and accents', () => {
    expect(marked('Zoë Ångström', 'angstrom')).toBe('Ångström')
    expect(marked('ZOE\u0308 B', 'zoë')).toBe('ZOE\u0308')
    expect(marked('Ångström', 'ström')).toBe('ström')
    expect(marked('潮の刻 第二部', '刻 第')).toBe('刻 第')
    expect(marked('𠮷野家', '野')).toBe('野')
  })

  test('and nothing where it stands otherwise', () => {
    expect(marked('Moon', 'noon')).toBeUndefined()
    expect(marked('Moon', '')).toBeUndefined()
    expect(marked('', 'x')).toBeUndefined()
  })
})
