/**
 * `bun run catalogues [--write]`: checks that every text of the interface and message of the server
 * has a translation with the same parameters, and that no catalog contains unused texts.
 * `--write` adds missing texts, empty, removes unused ones, and moves others to their part. A text of
 * one screen is in the file of that screen (`i18n/de/home.json`), otherwise in `shared.json`; messages
 * of the server are in `server.json` by code.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import '../src/messages'
import { listTemplates } from '../src/platform/messages/message'
import { getPartOfMessage, listLanguages, listTextsInFolder, readParts } from './ui-catalogues'
import { uiRoot } from './ui-config'

type Words = Record<string, string>

interface Text {
  english: string
  /** Where it is used. */
  source: string
  part: string
}

function main() {
  const texts = listTexts()
  const problems: string[] = []
  for (const language of listLanguages(uiRoot)) {
    if (process.argv.includes('--write')) write(language, texts)
    problems.push(...listProblems(language, texts))
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) {
    throw new Error('Catalogs are not complete: run `bun run catalogues --write` and translate')
  }
}

/** Lists texts, keyed by context and English text or by the code of a server message. */
function listTexts(): Map<string, Text> {
  const texts = new Map<string, Text>()
  for (const [key, { english, file, part }] of listTextsInFolder(uiRoot)) {
    texts.set(key, { english, source: file, part })
  }
  for (const [code, english] of listTemplates()) {
    texts.set(code, { english, source: 'the server', part: getPartOfMessage(code) })
  }
  return texts
}

function listProblems(language: string, texts: ReadonlyMap<string, Text>): string[] {
  const parts = readParts(uiRoot, language)
  const words = mergeParts(parts)
  const misplaced = Object.entries(parts).flatMap(([part, own]) =>
    Object.keys(own).filter((key) => (texts.get(key)?.part ?? part) !== part),
  )
  const missing = [...texts].filter(([key]) => !words[key])
  const unused = Object.keys(words).filter((key) => !texts.has(key))
  const differing = [...texts].filter(
    ([key, { english }]) => words[key] && !hasSameParts(english, words[key]),
  )
  return [
    ...missing.map(([key, { source }]) => `${language}: no translation of "${key}" (${source})`),
    ...unused.map((key) => `${language}: unused text "${key}"`),
    ...misplaced.map((key) => `${language}: "${key}" is in another part`),
    ...differing.map(([key]) => `${language}: other parameters in the translation of "${key}"`),
  ]
}

/** Compares the parameters of two texts. Throws for an invalid plural. */
const hasSameParts = (source: string, translated: string) =>
  listParts(source) === listParts(translated)

const listParts = (text: string) => [...new Set(listNames(compileMessage(text)))].toSorted().join()

/** Lists the parameters. They are arrays: `[name, type, choices]`. Choices can have parameters. */
function listNames(compiled: unknown): string[] {
  if (!Array.isArray(compiled)) return []
  return compiled.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return []
    const [name, , choices] = part as [string, string?, object?]
    return [name, ...Object.values(choices ?? {}).flatMap(listNames)].filter((each) => each !== '#')
  })
}

const mergeParts = (parts: Readonly<Record<string, Words>>): Words =>
  Object.assign({}, ...Object.values(parts)) as Words

function write(language: string, texts: ReadonlyMap<string, Text>) {
  const before = readParts(uiRoot, language)
  const known = mergeParts(before)
  const parts = new Map<string, Words>()
  for (const [text, { part }] of texts) {
    const words = parts.get(part) ?? {}
    words[text] = known[text] ?? ''
    parts.set(part, words)
  }
  const folder = join(uiRoot, 'i18n', language)
  for (const part of Object.keys(before)) {
    if (!parts.has(part)) rmSync(join(folder, `${part}.json`))
  }
  for (const [part, words] of parts) writeSorted(join(folder, `${part}.json`), words)
}

function writeSorted(path: string, words: Words) {
  const sorted = Object.fromEntries(Object.entries(words).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const text = `${JSON.stringify(sorted, null, 2)}\n`
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}

main()
