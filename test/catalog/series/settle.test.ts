import { describe, expect, test } from 'bun:test'
import { mayWrite, settle } from '../../../src/catalog/series/metadata/settle'

const standing = (
  values: Record<string, unknown>,
  sources: Record<string, string> = {},
  locks: string[] = [],
) => ({ values, sources, locks })

describe('an automatic writer', () => {
  test.each([
    // stored source, locked, writer, may write
    [undefined, false, 'path', true],
    ['path', false, 'path', true],
    ['path', false, 'comicinfo', true],
    ['path', false, 'plugin:a', true],
    ['comicinfo', false, 'path', false],
    ['comicinfo', false, 'epub', true],
    ['comicinfo', false, 'plugin:a', true],
    ['plugin:a', false, 'path', false],
    ['plugin:a', false, 'comicinfo', false],
    ['plugin:a', false, 'plugin:b', true],
    ['edited', false, 'path', false],
    ['edited', false, 'comicinfo', false],
    ['edited', false, 'plugin:a', false],
    [undefined, true, 'plugin:a', false],
    ['path', true, 'path', false],
    ['plugin:a', true, 'plugin:a', false],
  ])('over a value from %p (locked: %p), as %s: %p', (stored, isLocked, writer, expected) => {
    const sources: Record<string, string> = stored ? { year: stored } : {}
    expect(mayWrite({ locks: isLocked ? ['year'] : [], sources }, 'year', writer)).toBe(expected)
  })

  test('is stopped by the lock that has another name than the field', () => {
    const locked = standing({ authors: null }, {}, ['authorsJsonLock'])
    expect(settle(locked, { authors: [{ name: 'A', role: 'writer' }] }, 'epub').changes).toEqual({})
  })

  test('can be given the names of other locks', () => {
    const locked = standing({ year: null }, {}, ['yearLock'])
    expect(settle(locked, { year: 1 }, 'epub', (field) => `${field}Lock`).changes).toEqual({})
  })

  test.each([
    [
      'takes back what its own rank had said',
      'comicinfo',
      'epub',
      { changes: { year: null }, sources: {} },
    ],
    [
      'does not take back what a better source said',
      'plugin:a',
      'epub',
      { changes: {}, sources: { year: 'plugin:a' } },
    ],
    [
      'does not take back what a worse source said',
      'path',
      'epub',
      { changes: {}, sources: { year: 'path' } },
    ],
  ])('%s', (_, stored, writer, expected) => {
    expect(settle(standing({ year: 1999 }, { year: stored }), { year: null }, writer)).toEqual(
      expected,
    )
  })

  test('says nothing with undefined, and changes nothing with the same value', () => {
    const now = standing({ year: 1999, title: 'A' }, { year: 'path' })
    expect(settle(now, { title: undefined, year: 1999 }, 'comicinfo')).toEqual({
      changes: {},
      sources: { year: 'comicinfo' },
    })
  })

  test('does not fill again what a person cleared', () => {
    const cleared = standing({ year: null }, { year: 'edited' })
    expect(settle(cleared, { year: 2001 }, 'plugin:a').changes).toEqual({})
  })
})
