import { describe, expect, test } from 'bun:test'
import { applyOffer } from '../../../src/catalog/metadata/metadata-engine'
import type { FieldTable } from '../../../src/catalog/metadata/field-table'
import { mayWrite } from '../../../src/catalog/metadata/locks'

const buildColumn = (lock: string) => ({ lock, storage: 'wide', isResettable: true }) as const
const fields: FieldTable = {
  year: buildColumn('year'),
  title: { ...buildColumn('title'), isRequired: true },
  authors: buildColumn('authorsJsonLock'),
}

const buildState = (
  values: Record<string, unknown>,
  sources: Record<string, string> = {},
  locks: string[] = [],
) => ({ values, sources, locks })

describe('an automatic writer', () => {
  test.each([
    // Columns: stored source, locked, writer, may write.
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
  ])(
    'with a stored value from %p (locked: %p), %s may write: %p',
    (stored, isLocked, writer, expected) => {
      const sources: Record<string, string> = stored ? { year: stored } : {}
      const state = { locks: isLocked ? ['year'] : [], sources }
      expect(mayWrite(state, { name: 'year', lock: 'year' }, writer)).toBe(expected)
    },
  )

  test('respects a lock whose name differs from the field', () => {
    const locked = buildState({ authors: null }, {}, ['authorsJsonLock'])
    const values = { authors: [{ name: 'A', role: 'writer' }] }
    expect(applyOffer(fields, locked, { values, source: 'epub' })).toEqual(locked)
  })

  test.each([
    ['clears a value from an equal source', 'comicinfo', null, {}],
    ['does not clear a value from a better source', 'plugin:a', 1999, { year: 'plugin:a' }],
    ['does not clear a value from a lesser source', 'path', 1999, { year: 'path' }],
    ['does not clear an edited value', 'edited', 1999, { year: 'edited' }],
  ])('%s', (_title, source, year, sources) => {
    const state = buildState({ year: 1999 }, { year: source })
    const offered = { values: { year: null }, source: 'epub' }
    expect(applyOffer(fields, state, offered)).toEqual(buildState({ year }, sources))
  })

  test('does not clear a required field', () => {
    const state = buildState({ title: 'A' }, { title: 'epub' })
    expect(applyOffer(fields, state, { values: { title: null }, source: 'epub' })).toEqual(state)
  })

  test('keeps undefined fields and becomes the source of an equal value', () => {
    const state = buildState({ year: 1999, title: 'A' }, { year: 'path' })
    const offered = { values: { title: undefined, year: 1999 }, source: 'comicinfo' }
    const { values, sources } = applyOffer(fields, state, offered)
    expect(values).toEqual(state.values)
    expect(sources).toEqual({ year: 'comicinfo' })
  })

  test('does not refill a field that a user cleared', () => {
    const cleared = buildState({ year: null }, { year: 'edited' })
    expect(applyOffer(fields, cleared, { values: { year: 2001 }, source: 'plugin:a' })).toEqual(
      cleared,
    )
  })
})
