import { expect, test } from 'bun:test'
import {
  emptyTyped,
  buildRuleFromDraft,
} from '../../../../src/web/ui/screens/book/parsing-rule/rule-draft'

const location = {
  fileName: 'Tidal Hour v07 (2019).cbz',
  folder: 'Manga/Tidal Hour',
  libraryId: 'L',
}
const input = emptyTyped(location.fileName)

test('an empty correction creates no rule', () => {
  expect(buildRuleFromDraft(input, location)).toBeUndefined()
  expect(buildRuleFromDraft({ ...input, series: '   ' }, location)).toBeUndefined()
})

test('for one file it matches the file name and sets the entered values, including zero', () => {
  expect(buildRuleFromDraft({ ...input, volume: '0', title: ' Prologue ' }, location)).toEqual({
    libraryId: 'L',
    match: 'text',
    on: 'file',
    pattern: 'Tidal Hour v07 (2019).cbz',
    change: { set: { volume: 0, title: 'Prologue' } },
  })
})

test('for similar files it matches any number and sets no file-specific numbers', () => {
  const rule = buildRuleFromDraft(
    { ...input, about: 'alike', volume: '7', series: 'Shio', countAs: 'chapter' },
    location,
  )
  expect(rule).toEqual({
    libraryId: 'L',
    match: 'glob',
    on: 'file',
    pattern: 'Tidal Hour v* (*).cbz',
    change: { set: { series: 'Shio' }, countAs: 'chapter' },
  })
})

test('for a folder it matches the folder', () => {
  expect(buildRuleFromDraft({ ...input, about: 'folder', series: 'Shio' }, location)).toMatchObject(
    {
      match: 'text',
      on: 'folder',
      pattern: 'Manga/Tidal Hour',
    },
  )
})
