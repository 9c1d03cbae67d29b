/**
 * `bun run catalogues [--write]`: checks that every text of the interface and message of the server
 * has a translation with the same parameters, and that no catalog contains unused texts.
 * `--write` adds missing texts, empty, and removes unused ones. A text is in the file of its screen
 * (`i18n/de/home.json`), otherwise in `shared.json`; messages of the server are in `server.json` by
 * code.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import '../src/messages'
import { listTemplates } from '../src/platform/messages/message'
import { listLanguages, readTexts, listTextsInFolder } from './ui-catalogues'
import { uiRoot } from './ui-config'

type Words = Record<string, string>

interface Text {
  english: string
  /** A file of the interface or, as `server/…`, of the server. */
  source: string
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

/** Lists texts, keyed by the English text or by the code of a server message. */
function listTexts(): Map<string, Text> {
  const ofInterface = [...listTextsInFolder(uiRoot)]
  return new Map([
    ...ofInterface.map(([english, source]) => [english, { english, source }] as const),
    ...[...listTemplates()].map(
      ([code, english]) => [code, { english, source: 'server/messages' }] as const,
    ),
  ])
}

function listProblems(language: string, texts: ReadonlyMap<string, Text>): string[] {
  const words = readTexts(uiRoot, language)
  const missing = [...texts].filter(([key]) => !words[key])
  const unused = Object.keys(words).filter((key) => !texts.has(key))
  const differing = [...texts].filter(
    ([key, { english }]) => words[key] && !hasSameParts(english, words[key]),
  )
  return [
    ...missing.map(([key, { source }]) => `${language}: no translation of "${key}" (${source})`),
    ...unused.map((key) => `${language}: unused text "${key}"`),
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

function write(language: string, texts: ReadonlyMap<string, Text>) {
  const known = readTexts(uiRoot, language)
  const files = new Map<string, Words>()
  for (const [text, { source }] of texts) {
    const name =
      /^(?:screens\/([\w-]+)|(server))\//.exec(source)?.slice(1).find(Boolean) ?? 'shared'
    const words = files.get(name) ?? {}
    words[text] = known[text] ?? ''
    files.set(name, words)
  }
  const folder = join(uiRoot, 'i18n', language)
  for (const name of readdirSync(folder)) {
    if (!files.has(name.replace('.json', ''))) files.set(name.replace('.json', ''), {})
  }
  for (const [name, words] of files) writeSorted(join(folder, `${name}.json`), words)
}

function writeSorted(path: string, words: Words) {
  const sorted = Object.fromEntries(Object.entries(words).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const text = `${JSON.stringify(sorted, null, 2)}\n`
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}

main()
