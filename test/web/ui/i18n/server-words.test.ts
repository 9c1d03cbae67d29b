import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { sentencesBeside, wordsOfServer } from '../../../../.ci/server-words'
import { readWords } from '../../../../.ci/ui-catalogues'
import { said } from '../../../../src/web/ui/i18n/server-words'

const root = resolve(import.meta.dir, '../../../..')
const words = readWords(join(root, 'src/web/ui'), 'de')
const messages = Object.fromEntries(
  Object.entries(words).map(([text, german]) => [text, compileMessage(german)]),
)

/** All sources are parsed for it. */
let gathered: Map<string, string>
beforeAll(() => {
  gathered = wordsOfServer(root)
}, 60_000)
beforeEach(() => i18n.loadAndActivate({ locale: 'de', messages }))

test('a sentence of the server is said in the language of the interface', () => {
  expect(said('There is a library of this name already')).toBe(
    'Es gibt schon eine Bibliothek mit diesem Namen',
  )
})

test('values keep their places, and numbers are written as people write them', () => {
  expect(said('A book takes at most 1000 bookmarks')).toBe(
    'Ein Buch fasst höchstens 1000 Lesezeichen',
  )
  expect(said('Library not found')).toBe('Bibliothek nicht gefunden')
})

test('what stands in a place is said, too', () => {
  const doubt = '12 of 40 books are gone from the folder at once.'
  const advice =
    'Nothing was put into the trash. If they are really gone, confirm it; else connect the disk again.'
  expect(said(`${doubt} ${advice}`)).toBe(
    'Im Ordner fehlen auf einmal 12 (vorher da: 40 Bücher). Nichts kam in den Papierkorb. Sind sie wirklich fort, bestätige es; sonst verbinde das Laufwerk wieder.',
  )
})

test('several sentences behind one another are said one by one', () => {
  expect(
    said('Links that lead elsewhere: 3. They were not followed. The file is still being written.'),
  ).toBe(
    'Verknüpfungen, die anderswohin führen: 3. Ihnen wurde nicht gefolgt. Die Datei wird noch geschrieben.',
  )
})

test('what nobody knows stays as the server said it, and so does everything in English', () => {
  expect(said('A plugin said something.')).toBe('A plugin said something.')
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(said('This file is empty.')).toBe('This file is empty.')
})

test('the sentences of refusals, findings and scans are gathered from the sources', () => {
  for (const sentence of [
    'There is a library of this name already',
    'A book takes at most {0} bookmarks',
    'The archive holds no pictures.',
    'The archive is locked with a password.',
    'must have a group named {0}, such as (?<{1}>[^/]+)',
    'the undo was ended meanwhile',
    'What should be the folder of this library is no folder.',
    'The folder is not there.',
    'does not exist on the machine that runs Quire',
  ]) {
    expect(gathered.has(sentence)).toBe(true)
    expect(words[sentence]).toBeString()
  }
})

test('every translated sentence is one that the matcher finds again', () => {
  for (const text of gathered.keys()) {
    const filled = text.replaceAll(/\{\d\}/g, 'x')
    expect(said(filled)).not.toBe(filled)
  }
})

test('no sentence of the server stands beside the catalogue', () => {
  expect(sentencesBeside(gathered, root)).toEqual([])
})
