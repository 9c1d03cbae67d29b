/** Full stops and contractions in all texts for people: decision 36. */
import { expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { listLanguages, listTextsInFolder, readParts } from '../../.ci/ui-catalogues'
import '../../src/messages'
import { listTemplates } from '../../src/platform/messages/message'

const uiRoot = join(resolve(import.meta.dir, '../..'), 'src/web/ui')

/** Texts of one sentence that others follow in the same paragraph. */
const continued = new Set([
  'scans.folder.many_missing',
  'scans.folder.other_disk',
  'No books or reading progress have been lost.',
  'This is your account.',
  'The last scan failed.',
  'For all users, reading progress, bookmarks, list entries and edits were copied to another copy of this book.',
  'This system can’t confine plugins',
  'Part of this book couldn’t be searched.',
])

const abbreviations =
  /(^|[\s(])(Min|Std|Vol|Ch|Bd|Kap|Nr|No|S|p|ca|etc|bzw|usw|St|z\. ?B|\d|a\.m|p\.m|e\.g)\.$/

/** Replaces parameters by a word, and plurals by their last form. */
function simplify(text: string): string {
  const plain = text.replaceAll(/\{\w+\}/g, 'X')
  const form =
    /\{\w+, (?:plural|selectordinal|select),(?:[^{}]|\{[^{}]*\})*?other \{([^{}]*)\}\s*\}/g
  return plain.replaceAll(form, '$1')
}

/** The texts up to the end of each sentence but the last one. */
const listSentenceEnds = (text: string) =>
  [...text.matchAll(/[.!?…]["”“’)]*\s+(?!Mal\b)["„“‚(]?[A-ZÄÖÜ0-9]/g)]
    .map(({ index }) => text.slice(0, index + 1))
    .filter((start) => !abbreviations.test(start))

function isWrong(text: string): boolean {
  const simple = simplify(text)
  const hasFullStop = /[^.]\.["”“’)]*$/.test(simple) && !abbreviations.test(simple)
  return hasFullStop && listSentenceEnds(simple).length === 0
}

const isUnfinished = (text: string) => {
  const simple = simplify(text)
  return (
    listSentenceEnds(simple).length > 0 &&
    // What ends with a parameter or after a colon is a list, a value or a nested message.
    !/([.!?…:]["”“’)]*|X|: .*)$/.test(simple)
  )
}

/** Every text with its key: the code of a message, or the English text with its context. */
function* listTexts(): Generator<[key: string, text: string]> {
  yield* listTemplates()
  for (const [key, { english }] of listTextsInFolder(uiRoot)) yield [key, english]
  for (const language of listLanguages(uiRoot)) {
    for (const words of Object.values(readParts(uiRoot, language))) yield* Object.entries(words)
  }
}

test('a text of one sentence has no full stop, unless others follow it', () => {
  const wrong = [...listTexts()].filter(([key, text]) => isWrong(text) && !continued.has(key))
  expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([])
})

test('a text of several sentences ends with a full stop', () => {
  const wrong = [...listTexts()].filter(([, text]) => isUnfinished(text))
  expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([])
})

test('the exceptions are texts', () => {
  const keys = new Set([...listTexts()].map(([key]) => key))
  expect([...continued].filter((key) => !keys.has(key))).toEqual([])
})

test('messages of the server have plain quotation marks', () => {
  const wrong = [...listTemplates()].filter(([, text]) => /[“”„‘’]/.test(text))
  expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([])
})

test('people read “can’t”, not “cannot”', () => {
  const wrong = [...listTexts()].filter(([, text]) => /\bcan ?not\b/i.test(text))
  expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([])
})
