/** How the texts of the interface are found in its sources. */
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCatalogue, listTextsInFolder } from '../../.ci/ui-catalogues'

function makeInterface(source: string, german: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'interface-'))
  mkdirSync(join(folder, 'i18n/de'), { recursive: true })
  writeFileSync(join(folder, 'screen.tsx'), source)
  writeFileSync(join(folder, 'i18n/de/shared.json'), JSON.stringify(german))
  return folder
}

const listKeys = (source: string) =>
  [...listTextsInFolder(makeInterface(source))].map(([key, { english }]) => [key, english])

test('a text with a context has an entry of its own', () => {
  const source = `
    t('Series')
    t('Series', { context: 'one' })
    t("Dog’s", {
      context: 'animal', count })
    t('{count} left', { count: t('none') })`
  expect(listKeys(source)).toEqual([
    ['Series', 'Series'],
    ['one|Series', 'Series'],
    ['animal|Dog’s', 'Dog’s'],
    ['{count} left', '{count} left'],
    ['none', 'none'],
  ])
})

test.each([
  "t('Series', { context })",
  "t('Series', { context: name })",
  "t('A', { b, context: 'c' })",
])('a context must be the first property, and a literal: %s', (source) => {
  expect(() => listKeys(source)).toThrow('context')
})

test('no text contains the character after a context', () => {
  expect(() => listKeys("t('{page} | {title}', { page, title })")).toThrow('{page} | {title}')
})

test('a catalogue has the translation of each context', () => {
  const source = "t('Series'); t('Series', { context: 'one' }); t('Box {n}', { context: 'x', n })"
  const german = { Series: 'Serien', 'one|Series': 'Serie', 'x|Box {n}': 'Kiste {n}' }
  const folder = makeInterface(source, german)
  expect(compileCatalogue(folder, 'de')).toMatchObject({
    shared: { Series: ['Serien'], 'one|Series': ['Serie'], 'x|Box {n}': ['Kiste ', ['n']] },
  })
  // An English text is shown as it is in the source unless it has parameters.
  expect(Object.keys(compileCatalogue(folder, 'en')['shared']!)).toEqual(['x|Box {n}'])
})

test('a translation that equals the English text is not loaded', () => {
  const folder = makeInterface("t('Manga', { context: 'one' })", { 'one|Manga': 'Manga' })
  expect(compileCatalogue(folder, 'de')).toEqual({})
})
