/** A8: languages in files and edits are BCP 47 tags of languages that exist, or words for them. */
import { describe, expect, test } from 'bun:test'
import { parseLanguage } from '../../../src/media/metadata/languages'

describe('A8: a language', () => {
  // This test must be first. It fails only if no language code has been read before.
  test('is found by its English name before any other was read', () => {
    expect(parseLanguage('Brazilian Portuguese')).toBe('pt-BR')
  })

  test.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['pt_br', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['es-419', 'es-419'],
    ['jpn', 'ja'],
    ['ger', 'de'],
    ['gsw', 'gsw'],
    ['nah', 'nah'],
    ['english', 'en'],
    [' English ', 'en'],
    ['Deutsch', 'de'],
    ['日本語', 'ja'],
    ['русский', 'ru'],
    ['Brazilian Portuguese', 'pt-BR'],
    ['Traditional Chinese', 'zh-Hant'],
    ['Icelandic', 'is'],
    ['jp', 'ja'],
    ['cn', 'zh'],
  ])('%s is %s', (given, tag) => {
    expect(parseLanguage(given)).toBe(tag)
  })

  test.each([
    'zz-ZZ',
    'zz',
    'en-ZZ',
    'en-XX',
    'en-Xxxx',
    'klingonish',
    'not a language',
    'x-private',
    'en-',
    '',
    'a'.repeat(100),
  ])('%p is none', (given) => {
    expect(parseLanguage(given)).toBeUndefined()
  })
})
