/** `bun run budgets`: limits what a browser must load before the first paint. */
import { statSync } from 'node:fs'
import { openBundle } from '../src/web/bundle'
import { buildUi, listPageFiles } from './ui'

/**
 * Limits in bytes after gzip. `styles` limits the style sheets of the shell and one screen, `texts`
 * what both need of a language.
 */
const budgets = { shell: 100_000, screen: 45_000, reader: 48_000, styles: 22_000, texts: 18_500 }
/**
 * Screens that load the messages of the server at once. These are most of their texts, so that one
 * higher limit fits all of them.
 */
const withMessages = {
  screens: new Set(['add-library', 'exports', 'notifications']),
  budget: 43_000,
}
/**
 * How many scripts a page can preload: those of its screen, of its reader or section of the
 * settings, and their texts. A reader has five, and two of texts; a text layer three more.
 */
const scriptLimits = { screen: 11, reader: 7, textLayer: 10, settings: 28 }

const textLayer = 'reader:text-layer'

await buildUi()
const bundle = openBundle()
if (!bundle) throw new Error('The interface was not built')
const sizes = new Map(bundle.assets.map(({ name, gz, raw }) => [name, statSync(gz ?? raw).size]))
const sum = (names: readonly string[]) =>
  names.reduce((total, name) => total + (sizes.get(name) ?? 0), 0)
const listScripts = (names: readonly string[]) => names.filter((name) => name.endsWith('.js'))

const shell = listPageFiles(bundle.html)
const listStyleSheets = (names: readonly string[]) => names.filter((name) => name.endsWith('.css'))
const rows: [name: string, bytes: number, budget: number][] = [
  ['shell', sum(listScripts(shell)), budgets.shell],
]
for (const [name, parts] of Object.entries(bundle.preloads)) {
  if (name.includes(':') || name === 'fonts') continue
  rows.push([name, sum(listScripts(parts)), budgets.screen])
  const ofPage = new Set([...listStyleSheets(shell), ...listStyleSheets(parts)])
  rows.push([`${name}: styles`, sum([...ofPage]), budgets.styles])
  rows.push(...listTexts(name))
}
function listTexts(screen: string): typeof rows {
  return bundle!.languages.map((language) => {
    const key = `language:${language}`
    const files = new Set([key, `${key}:${screen}`].flatMap((each) => bundle!.preloads[each] ?? []))
    const budget = withMessages.screens.has(screen) ? withMessages.budget : budgets.texts
    return [`${screen}: ${language}`, sum([...files]), budget]
  })
}
for (const name of Object.keys(bundle.preloads)) {
  if (/^((reader|settings):)?[a-z-]+$/.test(name) && name !== 'fonts')
    rows.push(...measureScripts(name))
}
function measureScripts(name: string): typeof rows {
  const isReader = name.startsWith('reader:')
  const isSection = name.startsWith('settings:')
  const isLayer = name === textLayer
  const labels = [
    ...(isReader ? ['read'] : isSection ? ['settings'] : []),
    ...(isLayer ? ['reader:pages'] : []),
    name,
  ]
  const listAll = (keys: readonly string[]) =>
    listScripts([...new Set(keys.flatMap((key) => bundle!.preloads[key] ?? []))])
  const counts = bundle!.languages.map((language) => {
    const texts = labels.map((label) => `language:${language}:${label}`)
    return listAll([...labels, `language:${language}`, ...texts]).length
  })
  const kind = isLayer ? 'textLayer' : isReader ? 'reader' : isSection ? 'settings' : 'screen'
  const limit = scriptLimits[kind]
  const count: (typeof rows)[number] = [`${name}: scripts`, Math.max(...counts), limit]
  return isReader ? [[name, sum(listAll(labels)), budgets.reader], count] : [count]
}
for (const [name, bytes, budget] of rows) {
  const verdict = bytes > budget ? 'TOO LARGE' : 'ok'
  process.stdout.write(`${name.padEnd(22)} ${String(bytes).padStart(7)} of ${budget}  ${verdict}\n`)
}
if (rows.some(([, bytes, budget]) => bytes > budget)) process.exitCode = 1
