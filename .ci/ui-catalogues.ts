/**
 * Provides message catalogs of the interface as modules. English is in the sources; others are in
 * JSON files (`i18n/de/*.json`). Messages are compiled at build time, so no parser is shipped.
 *
 * A catalog is in parts, each in a file: the texts of one screen, of one folder of settings, those
 * of the server, and the ones that several screens share. The browser loads a part with the first
 * module that needs it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

export const sourceLanguage = 'en'
const list = 'virtual:catalogues'
const partStart = 'virtual:catalogue/'
export const sharedPart = 'shared'
/** Lists the parts that the modules of each script need. */
export const neededPartsFile = 'catalogue-parts.json'

/** Translations into a language, keyed by the English text, after its context if it has one. */
type Words = Record<string, string>

export function listLanguages(uiRoot: string): string[] {
  const folders = readdirSync(join(uiRoot, 'i18n'), { withFileTypes: true })
  return folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Reads the texts of a language, by part. */
export function readParts(uiRoot: string, language: string): Record<string, Words> {
  const folder = join(uiRoot, 'i18n', language)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as Words,
    ]),
  )
}

const textCalls =
  /\b(?:t|msg)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")(?=(?:,\s*\{([^}]*))?)/g
const context = /^\s*context: '([\w ]+)'/

/** Lists the keys of texts in a source: `t('…')`, `t('…', { context: '…' })` and `msg('…')`. */
function listTexts(source: string): string[] {
  const code = source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(textCalls)].map(([call, single, double, values = '']) => {
    const english = unescape(single ?? double ?? '')
    if (english.includes(afterContext))
      throw new Error(`a text contains ${afterContext}: ${english}`)
    const [, name] = context.exec(values) ?? []
    if (name) return `${name}${afterContext}${english}`
    if (/\bcontext\b/.test(values)) {
      throw new Error(`the context is not the first property, or no literal: ${call}`)
    }
    return english
  })
}

/** Joins context and English text, as in `i18n.ts`. */
const afterContext = '|'
const getEnglish = (key: string) => key.slice(key.indexOf(afterContext) + 1)

const unescape = (text: string) => text.replaceAll(/\\(.)/g, '$1')

export interface InterfaceText {
  english: string
  /** The first file that uses it, relative to the interface. */
  file: string
  part: string
}

/** Lists the texts of the interface by key: the English text, or `context|English text`. */
export function listTextsInFolder(uiRoot: string): Map<string, InterfaceText> {
  const paths: string[] = [...new Bun.Glob('**/*.{ts,tsx}').scanSync({ cwd: uiRoot })]
  const files = paths.toSorted()
  const texts = new Map<string, InterfaceText>()
  for (const file of files) {
    const part = getPartOfFile(file)
    for (const text of listTexts(readFileSync(join(uiRoot, file), 'utf8'))) {
      const known = texts.get(text)
      const found = { english: getEnglish(text), file, part }
      texts.set(text, known ? { ...known, part: findCommonPart(known.part, part) } : found)
    }
  }
  return texts
}

/** `home` for a file of that screen, `settings-plugins` in a folder of settings. */
function getPartOfFile(file: string): string {
  const [, screen, folder] = /^screens\/([\w-]+)\/(?:([\w-]+)\/)?/.exec(file) ?? []
  if (screen === 'settings' && folder && folder !== sharedPart) return `${screen}-${folder}`
  return screen ?? sharedPart
}

function findCommonPart(one: string, other: string): string {
  if (one === other) return one
  return [one, other].every((part) => part.startsWith('settings')) ? 'settings' : sharedPart
}

/** Reasons of recommendations are shown on home; all other messages only here and there. */
export const getPartOfMessage = (code: string): string =>
  code.startsWith('recommendations.') ? sharedPart : 'server'

/**
 * Returns the part whose file contains the texts of a part. English has few entries, because plain
 * texts need none, so that all folders of settings share a file.
 */
export const getFilePart = (language: string, part: string): string =>
  language === sourceLanguage && part.startsWith('settings') ? 'settings' : part

/** Compiles the messages of a language, by part and English text or code. */
export function compileCatalogue(uiRoot: string, language: string) {
  const parts = language === sourceLanguage ? listSourceParts(uiRoot) : readParts(uiRoot, language)
  const compiled = Object.entries(parts).map(
    ([part, words]) => [part, compileMessages(words)] as const,
  )
  return Object.fromEntries(compiled.filter(([, messages]) => Object.keys(messages).length > 0))
}

function listSourceParts(uiRoot: string): Record<string, Words> {
  const parts: Record<string, Words> = {}
  for (const [key, { english, part }] of listTextsInFolder(uiRoot)) {
    ;(parts[getFilePart(sourceLanguage, part)] ??= {})[key] = english
  }
  return parts
}

/** Omits plain English texts, because a text without an entry is shown unchanged. */
function compileMessages(words: Words) {
  const entries = Object.entries(words).filter(
    ([key, translated]) =>
      translated !== '' && (getEnglish(key) !== translated || translated.includes('{')),
  )
  return Object.fromEntries(
    entries.map(([source, translated]) => [source, compileMessage(keepDotsWithWord(translated))]),
  )
}

/** In some languages, a space separates an ellipsis from the word. No line begins with it. */
const keepDotsWithWord = (text: string) => text.replaceAll(' …', '\u00A0…')

export const catalogues = (uiRoot: string): Plugin => {
  const partOf = new Map<string, string>()
  const neededBy = new Map<string, ReadonlySet<string>>()
  return {
    name: 'catalogues',
    enforce: 'pre',
    buildStart() {
      for (const [text, { part }] of listTextsInFolder(uiRoot)) partOf.set(text, part)
    },
    resolveId: (id) => (id === list || id.startsWith(partStart) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${list}`) return buildListModule(uiRoot)
      if (!id.startsWith(`\0${partStart}`)) return undefined
      const [language = '', part = ''] = id.slice(partStart.length + 1).split('/')
      const messages = compileCatalogue(uiRoot, language)[part]
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))})`
    },
    transform(code, id) {
      if (!id.startsWith(uiRoot) || !/\.tsx?$/.test(id)) return undefined
      const parts = new Set(listTexts(code).map((text) => partOf.get(text) ?? sharedPart))
      parts.delete(sharedPart)
      const named = [...code.matchAll(/\bneedPart\('([\w-]+)'\)/g)].map(([, part = '']) => part)
      neededBy.set(id, new Set([...parts, ...named]))
      return loadTextsWith(code, uiRoot, [...parts])
    },
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk') return []
        const found = file.moduleIds.flatMap((id) => [...(neededBy.get(id) ?? [])])
        return [[file.fileName, [...new Set(found)]] as const]
      })
      const source = JSON.stringify(Object.fromEntries(parts))
      this.emitFile({ type: 'asset', fileName: neededPartsFile, source })
    },
  }
}

function buildListModule(uiRoot: string) {
  const named = new Set([...listTextsInFolder(uiRoot).values()].map(({ part }) => part))
  const languages = [sourceLanguage, ...listLanguages(uiRoot)].map((language) => {
    const files = Object.keys(compileCatalogue(uiRoot, language))
    const parts = [...new Set([...named, ...files])].flatMap((part) => {
      const file = getFilePart(language, part)
      if (!files.includes(file)) return []
      return [`${JSON.stringify(part)}: () => import('${partStart}${language}/${file}')`]
    })
    return `${JSON.stringify(language)}: { ${parts.join()} }`
  })
  return `export const catalogues = { ${languages.join()} }`
}

/** Makes a module need parts, and its imports on demand wait for the texts of what they bring. */
function loadTextsWith(code: string, uiRoot: string, parts: readonly string[]) {
  const onDemand = /(?<!typeof )\bimport\(\s*('\.[^']+')\s*\)(?!\.[A-Z])/g
  const waiting = code.replaceAll(onDemand, 'withTexts(import($1))')
  if (parts.length === 0 && waiting === code) return undefined
  const from = JSON.stringify(join(uiRoot, 'i18n/catalogue-parts'))
  const calls = parts.map((part) => `needPart('${part}');`).join('')
  // On the first line, so that the numbers of lines stay.
  return { code: `import { needPart, withTexts } from ${from};${calls}${waiting}`, map: null }
}
