/**
 * Provides message catalogs of the interface as modules. English is in the sources; others are in
 * JSON files (`i18n/de/*.json`). Messages are compiled at build time, so no parser is shipped.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

export const sourceLanguage = 'en'
const list = 'virtual:catalogues'
const one = 'virtual:catalogue/'

/** Translations into a language, keyed by the English text. */
type Words = Record<string, string>

export function listLanguages(uiRoot: string): string[] {
  const folders = readdirSync(join(uiRoot, 'i18n'), { withFileTypes: true })
  return folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

export function readTexts(uiRoot: string, language: string): Words {
  const folder = join(uiRoot, 'i18n', language)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name) => readJson(join(folder, name))))
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Words

/** Lists the English texts in a source: `t('…')` and `msg('…')`. */
function listTexts(source: string): string[] {
  const code = source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  const found = code.matchAll(/\b(?:t|msg)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g)
  return [...found].map(([, single, double]) => unescape(single ?? double ?? ''))
}

const unescape = (text: string) => text.replaceAll(/\\(.)/g, '$1')

export function listTextsInFolder(uiRoot: string): Map<string, string> {
  const found: string[] = [...new Bun.Glob('**/*.{ts,tsx}').scanSync({ cwd: uiRoot })]
  const files = found.toSorted()
  const words = new Map<string, string>()
  for (const file of files) {
    for (const word of listTexts(readFileSync(join(uiRoot, file), 'utf8'))) {
      if (!words.has(word)) words.set(word, file)
    }
  }
  return words
}

export const catalogues = (uiRoot: string): Plugin => ({
  name: 'catalogues',
  resolveId: (id) => (id === list || id.startsWith(one) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${list}`) return buildListModule(uiRoot)
    if (!id.startsWith(`\0${one}`)) return undefined
    const messages = compileCatalogue(uiRoot, id.slice(one.length + 1))
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))})`
  },
})

/** Compiles the messages of a language, by their English text. */
export const compileCatalogue = (uiRoot: string, language: string) =>
  compileMessages(
    language === sourceLanguage
      ? Object.fromEntries([...listTextsInFolder(uiRoot).keys()].map((word) => [word, word]))
      : readTexts(uiRoot, language),
  )

function buildListModule(uiRoot: string) {
  const entries = [sourceLanguage, ...listLanguages(uiRoot)].map(
    (language) => `${JSON.stringify(language)}: () => import('${one}${language}')`,
  )
  return `export const catalogues = { ${entries.join()} }`
}

/** Omits plain English texts, because a text without an entry is shown unchanged. */
function compileMessages(words: Words) {
  const entries = Object.entries(words).filter(
    ([source, translated]) =>
      translated !== '' && (source !== translated || translated.includes('{')),
  )
  return Object.fromEntries(
    entries.map(([source, translated]) => [source, compileMessage(translated)]),
  )
}
