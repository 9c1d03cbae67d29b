import { beforeEach, expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { i18n } from '@lingui/core'
import { compileCatalogue } from '../../../../.ci/ui-catalogues'
import { bookmarkMessages } from '../../../../src/reading/bookmarks/messages'
import { libraryMessages } from '../../../../src/catalog/libraries/messages'
import { scanMessages } from '../../../../src/ingest/scanning/messages'
import { withText } from '../../../../src/platform/messages/message'
import { joinSentences, translate } from '../../../../src/web/ui/i18n/message-text'

const uiRoot = join(resolve(import.meta.dir, '../../../..'), 'src/web/ui')
const messages = compileCatalogue(uiRoot, 'de')['server'] ?? {}

beforeEach(() => i18n.loadAndActivate({ locale: 'de', messages }))

test('translates a message by its code', () => {
  expect(translate(withText(libraryMessages.name_taken()))).toBe(
    'Eine Bibliothek mit diesem Namen gibt es schon',
  )
})

test('inserts parameters and chooses the plural', () => {
  expect(translate(withText(bookmarkMessages.too_many({ max: 1000 })))).toBe(
    'Ein Buch kann höchstens 1000 Lesezeichen haben',
  )
  expect(translate(withText(scanMessages.recheck_started({ count: 1 })))).toBe(
    '1 Datei wird noch einmal gelesen',
  )
})

test('translates a message among the parameters', () => {
  const reason = libraryMessages.folder_not_a_folder()
  const message = withText(libraryMessages.folder_unusable({ folder: '/a', reason }))
  expect(translate(message)).toBe('Der Ordner /a lässt sich nicht verwenden: ist kein Ordner')
})

test('does not translate user data, even if it looks like a message', () => {
  const message = libraryMessages.folder_overlaps_library({ folder: '/a', library: 'is empty' })
  expect(translate(withText(message))).toBe(
    '/a überschneidet sich mit einem Ordner der Bibliothek „is empty“',
  )
})

test('shows English for an unknown code and when the language is English', () => {
  const unknown = { message: 'A plugin failed.', code: 'plugins.unknown', params: {} }
  expect(translate(unknown)).toBe('A plugin failed.')
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(translate(withText(libraryMessages.name_taken()))).toBe(
    'A library with this name already exists',
  )
})

test('joins texts of one sentence with full stops', () => {
  expect(joinSentences([])).toBe('')
  expect(joinSentences(['The scan was stopped'])).toBe('The scan was stopped')
  expect(joinSentences(['Which one?', 'Ends. Twice.', 'Is “this”'])).toBe(
    'Which one? Ends. Twice. Is “this”.',
  )
})

test.each([
  ["This folder can't be opened", 'This folder can’t be opened'],
  ['There is no user "ann" here', 'There is no user “ann” here'],
  ["The 'best' of O'Neil's \"Dawn\"", "The 'best' of O’Neil’s “Dawn”"],
])('in English, %p has the quotation marks of the interface', (message, shown) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(translate({ message })).toBe(shown)
})
