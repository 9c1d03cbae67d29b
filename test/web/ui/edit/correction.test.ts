import { expect, test } from 'bun:test'
import { emptyTyped, toRule } from '../../../../src/web/ui/screens/book/parsing-rule/rule-draft'

const place = { fileName: 'Tidal Hour v07 (2019).cbz', folder: 'Manga/Tidal Hour', libraryId: 'L' }
const typed = emptyTyped(place.fileName)

test('a correction that says nothing is no rule', () => {
  expect(toRule(typed, place)).toBeUndefined()
  expect(toRule({ ...typed, series: '   ' }, place)).toBeUndefined()
})

test('of one file it names the whole file and sets what was typed, zero too', () => {
  expect(toRule({ ...typed, volume: '0', title: ' Prologue ' }, place)).toEqual({
    libraryId: 'L',
    match: 'text',
    on: 'file',
    pattern: 'Tidal Hour v07 (2019).cbz',
    change: { set: { volume: 0, title: 'Prologue' } },
  })
})

test('of files that are named alike any number fits, and numbers of one file are not set', () => {
  const rule = toRule(
    { ...typed, about: 'alike', volume: '7', series: 'Shio', countAs: 'chapter' },
    place,
  )
  expect(rule).toEqual({
    libraryId: 'L',
    match: 'glob',
    on: 'file',
    pattern: 'Tidal Hour v* (*).cbz',
    change: { set: { series: 'Shio' }, countAs: 'chapter' },
  })
})

test('of a folder it names the folder', () => {
  expect(toRule({ ...typed, about: 'folder', series: 'Shio' }, place)).toMatchObject({
    match: 'text',
    on: 'folder',
    pattern: 'Manga/Tidal Hour',
  })
})
