/**
 * `bun run catalogues [--write]`: every English text of the interface, and every sentence that the server
 * says to people, has its translation, and no catalogue holds texts that nobody shows. `--write` adds what is missing, empty, and takes out the rest;
 * a text stands in the file of the screen that shows it (`i18n/de/home.json`), that of the
 * server in `server.json`, else in `shared.json`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { wordsOfServer } from './server-words'
import { root } from './steps'
import { languagesOf, readWords, wordsInFolder } from './ui-catalogues'
import { uiRoot } from './ui-config'

type Words = Record<string, string>

function main() {
  const shown = new Map([...wordsOfServer(root), ...wordsInFolder(uiRoot)])
  const problems: string[] = []
  for (const language of languagesOf(uiRoot)) {
    if (process.argv.includes('--write')) write(language, shown)
    problems.push(...problemsOf(language, shown))
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) {
    throw new Error('Catalogues are not complete: run `bun run catalogues --write` and translate')
  }
}

function problemsOf(language: string, shown: ReadonlyMap<string, string>): string[] {
  const words = readWords(uiRoot, language)
  const missing = [...shown].filter(([text]) => !words[text])
  const unused = Object.keys(words).filter((text) => !shown.has(text))
  const differing = [...shown.keys()].filter(
    (text) => words[text] && !hasSameParts(text, words[text]),
  )
  return [
    ...missing.map(([text, file]) => `${language}: no translation of "${text}" (${file})`),
    ...unused.map((text) => `${language}: nobody shows "${text}"`),
    ...differing.map((text) => `${language}: other values in the translation of "${text}"`),
  ]
}

/** A value that one text shows and the other does not know is a mistake, and so is a broken plural. */
const hasSameParts = (source: string, said: string) => partsOf(source) === partsOf(said)

function partsOf(text: string): string {
  compileMessage(text)
  const names = [...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name]) => name ?? '')
  return [...new Set(names)].toSorted().join()
}

function write(language: string, shown: ReadonlyMap<string, string>) {
  const known = readWords(uiRoot, language)
  const files = new Map<string, Words>()
  for (const [text, source] of shown) {
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
