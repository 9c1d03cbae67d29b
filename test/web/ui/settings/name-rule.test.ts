import { describe, expect, test } from 'bun:test'
import {
  toDraft,
  toRule,
} from '../../../../src/web/ui/screens/settings/maintenance/parsing-rules/rule-values'

const rule = {
  id: '0190a0b0-0000-7000-8000-000000000000',
  libraryId: null,
  match: 'glob' as const,
  pattern: 'Saga *.cbz',
  on: 'file' as const,
  change: {
    set: { series: 'Saga', volume: null, chapter: 2.5 },
    offset: { volume: 3 },
    countAs: 'volume' as const,
    acrossFolders: true,
  },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

describe('a correction of names', () => {
  test('that is opened and kept is what it was, also what has no field', () => {
    const { match, on, pattern, change } = rule
    expect(toRule(toDraft(rule), rule)).toEqual({ match, on, pattern, change })
  })

  test('takes a value away by a dash, but no series and no title', () => {
    const draft = toDraft({ ...rule, change: {} })
    const values = { ...draft.values, series: '-', year: '-' }
    expect(toRule({ ...draft, values }, { change: {} })?.change).toEqual({
      set: { series: '-', year: null },
    })
  })

  test.each([
    ['nothing is said', {}],
    ['a number is none', { volume: 'three' }],
  ])('is none while %s', (_, typed) => {
    const draft = toDraft({ ...rule, change: {} })
    expect(
      toRule({ ...draft, values: { ...draft.values, ...typed } }, { change: {} }),
    ).toBeUndefined()
  })

  test('is one series across folders only with a series', () => {
    const draft = toDraft(rule)
    const values = { ...draft.values, series: '' }
    expect(toRule({ ...draft, values }, rule)?.change.acrossFolders).toBeUndefined()
  })
})
