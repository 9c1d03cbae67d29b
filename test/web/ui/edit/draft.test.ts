import { describe, expect, test } from 'bun:test'
import {
  canReset,
  countChanges,
  emptyDraft,
  isLockedIn,
  type StoredFields,
  valueIn,
  withLock,
  withManyValue,
  withReset,
  withValue,
} from '../../../../src/web/ui/components/edit/form/draft'

const stored: StoredFields = {
  title: {
    value: 'Tidal Hour',
    source: 'edited',
    isLocked: true,
    candidates: [
      { source: 'comicinfo', value: 'Shio no Koku' },
      { source: 'path', value: 'tidal' },
    ],
  },
  publisher: { value: null, source: null, isLocked: false, candidates: [] },
  year: { value: 2019, source: 'comicinfo', isLocked: false, candidates: [] },
}

describe('an edit form', () => {
  test('counts changed fields and ignores those that were changed back', () => {
    const once = withValue(stored, emptyDraft, { field: 'year', value: 2020 })
    expect(countChanges(once)).toBe(1)
    expect(countChanges(withValue(stored, once, { field: 'year', value: 2019 }))).toBe(0)
    expect(countChanges(withValue(stored, emptyDraft, { field: 'publisher', value: '' }))).toBe(0)
  })

  test('shows the lock after saving, or the one the user selected', () => {
    const changed = withValue(stored, emptyDraft, { field: 'year', value: 2020 })
    expect(isLockedIn(stored, changed, 'year')).toBe(true)
    const open = withLock(stored, changed, { field: 'year', isLocked: false })
    expect(isLockedIn(stored, open, 'year')).toBe(false)
    expect(open.locks).toEqual({ year: false })
    // Locking restores the stored state, so no override is kept.
    expect(withLock(stored, open, { field: 'year', isLocked: true }).locks).toEqual({})
  })

  test('does not lock a cleared field', () => {
    const emptied = withValue(stored, emptyDraft, { field: 'year', value: null })
    expect(isLockedIn(stored, emptied, 'year')).toBe(false)
  })

  test('resets a field to the best file value, unlocks it and discards the input', () => {
    const typed = withValue(stored, emptyDraft, { field: 'title', value: 'Other' })
    const reset = withReset(withLock(stored, typed, { field: 'title', isLocked: false }), 'title')
    expect(reset).toEqual({ values: {}, locks: {}, resets: ['title'] })
    expect(valueIn(stored, reset, 'title')).toBe('Shio no Koku')
    expect(isLockedIn(stored, reset, 'title')).toBe(false)
    const again = withValue(stored, reset, { field: 'title', value: 'Mine' })
    expect(again).toEqual({ values: { title: 'Mine' }, locks: {}, resets: [] })
  })

  test('offers a reset only for values of a user or plugin, and for locked fields', () => {
    expect(canReset(stored['title']!)).toBe(true)
    expect(canReset(stored['year']!)).toBe(false)
    expect(canReset({ ...stored['year']!, source: 'plugin:anilist' })).toBe(true)
    expect(canReset({ ...stored['year']!, isLocked: true })).toBe(true)
  })

  test('of many entries: undefined keeps a field, null clears it', () => {
    const emptied = withManyValue(emptyDraft, { field: 'publisher', value: null })
    expect(countChanges(emptied)).toBe(1)
    expect(emptied.values).toEqual({ publisher: null })
    expect(countChanges(withManyValue(emptied, { field: 'publisher', value: undefined }))).toBe(0)
  })
})
