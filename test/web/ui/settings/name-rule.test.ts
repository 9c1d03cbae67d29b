import { describe, expect, test } from 'bun:test'
import {
  toDraft,
  buildRuleFromValues,
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

describe('a parsing rule', () => {
  test('is unchanged after opening and saving, even in parts without a form field', () => {
    const { match, on, pattern, change } = rule
    expect(buildRuleFromValues(toDraft(rule), rule)).toEqual({ match, on, pattern, change })
  })

  test('clears a value for a dash, except series and title', () => {
    const draft = toDraft({ ...rule, change: {} })
    const values = { ...draft.values, series: '-', year: '-' }
    expect(buildRuleFromValues({ ...draft, values }, { change: {} })?.change).toEqual({
      set: { series: '-', year: null },
    })
  })

  test.each([
    ['it is empty', {}],
    ['a number is invalid', { volume: 'three' }],
  ])('is invalid while %s', (_, typed) => {
    const draft = toDraft({ ...rule, change: {} })
    expect(
      buildRuleFromValues({ ...draft, values: { ...draft.values, ...typed } }, { change: {} }),
    ).toBeUndefined()
  })

  test('applies across folders only with a series', () => {
    const draft = toDraft(rule)
    const values = { ...draft.values, series: '' }
    expect(buildRuleFromValues({ ...draft, values }, rule)?.change.acrossFolders).toBeUndefined()
  })
})
