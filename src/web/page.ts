/** Renders the single HTML page of the interface for one request. */
import type { Bundle } from './assets-model'
import { barColorElement, type Appearance } from './appearance'
import { coverSizes } from './cover-sizes'
import { type Branding, getBrandingPath } from './branding'
import type { OpenedReader } from './first-requests'
import { type OpenedBook, buildSkeleton } from './loading-skeleton'

/** Initial data embedded in the page. */
export interface Boot {
  /** null if no user is signed in. */
  user: object | null
  setupRequired: boolean
  version: string
  branding: Branding
  languages: readonly string[]
  /** ID of the latest event. The page subscribes to later events. */
  latestEvent: string
  /** True if Quire was updated since the user last saw the list of changes. */
  hasNewVersion?: boolean
  /** All files that the page may load. Set only in the copy of the page for offline reading. */
  offlineFiles?: readonly string[]
}

interface PageFor {
  /** For example `/quire`, or an empty string. */
  basePath: string
  /** The screen for the URL, or null if no screen matches. Its chunks are preloaded. */
  screen: string | null
  /** The section of the settings, such as `logs`, whose chunks are preloaded. */
  section?: string | undefined
  appearance: Appearance
  boot: Boot
  /** API paths of first requests whose responses are not embedded. */
  questions: readonly string[]
  /** Embedded responses as JSON, keyed by path. */
  answers: ReadonlyMap<string, string>
  /** Image paths to preload. */
  covers: readonly string[]
  /** The book that a reader is opening. */
  book?: OpenedBook | undefined
  /** The reader for that book, whose chunks are preloaded. */
  reader?: OpenedReader | undefined
}

export function fillPage({ html, preloads }: Bundle, asked: PageFor) {
  const { basePath, screen, appearance, boot, answers, book } = asked
  const theme = appearance.theme === null ? '' : ` data-theme="${appearance.theme}"`
  return (
    html
      .replace('<html lang="en">', () => `<html lang="${appearance.language}"${theme}>`)
      .replace(
        '<!--base-->',
        () => `<base href="${escapeHtml(basePath)}/">${barColorElement(appearance)}`,
      )
      .replace('<title>Quire</title>', () => `<title>${escapeHtml(boot.branding.name)}</title>`)
      // These elements follow the files of the shell, because browsers make requests in document
      // order and over only six connections.
      .replace('</head>', () => `${[...listHeadElements(preloads, asked)].join('')}</head>`)
      .replace('</body>', () => `${[...answers].map(answerElement).join('')}</body>`)
      .replace('<!--boot-->', () => bootElement(boot))
      .replace('<!--waiting-->', () => buildSkeleton(screen, boot.branding.name, book))
  )
}

function* listHeadElements(preloads: Bundle['preloads'], asked: PageFor) {
  yield brandingElement(asked.boot.branding)
  const shown = [...listLabels(asked)]
  const language = `language:${asked.appearance.language}`
  const texts = [language, ...shown.map((name) => `${language}:${name}`)]
  const parts = new Set([...shown, ...texts, 'fonts'].flatMap((name) => preloads[name] ?? []))
  yield* [...parts].map(preload)
  yield* asked.questions.map(ahead)
  yield* asked.covers.map(seen)
  if (!asked.reader?.hasTextLayer) return
  const layer = preloads['reader:text-layer'] ?? []
  yield* layer.filter((path) => path.endsWith('.js') && !parts.has(path)).map(preloadLater)
}

/** Lists the labels in `Bundle.preloads` whose files the page needs. */
function* listLabels({ screen, section, reader }: PageFor) {
  if (screen) yield screen
  if (screen && section) yield `${screen}:${section}`
  if (reader) yield `reader:${reader.kind}`
}

function brandingElement({ color }: Branding) {
  if (color === null) return ''
  return `<link rel="stylesheet" href="${getBrandingPath(color)}" data-branding>`
}

function preload(path: string) {
  const isFont = path.endsWith('.woff2')
  if (isFont) return `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`
  if (path.endsWith('.css')) return `<link rel="stylesheet" href="${path}">`
  return `<link rel="modulepreload" href="${path}" crossorigin>`
}

/** Preloads a script that is not needed for the first paint. Others are requested before it. */
const preloadLater = (path: string) =>
  `<link rel="modulepreload" href="${path}" crossorigin fetchpriority="low">`

const ahead = (address: string) =>
  `<link rel="preload" href="${escapeHtml(address)}" as="fetch" crossorigin>`

const seen = (address: string) => {
  const { source, sizes, srcset } = coverSizes(address)
  return `<link rel="preload" href="${source}" imagesrcset="${srcset}" imagesizes="${sizes}" as="image" fetchpriority="high">`
}

const bootElement = (boot: Boot) => dataElement('id="boot"', JSON.stringify(boot))

const answerElement = ([address, json]: [string, string]) =>
  dataElement(`data-answer="${escapeHtml(address)}"`, json)

/**
 * Builds a data block. Data blocks are not executed, so they are allowed by a CSP that forbids
 * inline scripts.
 */
const dataElement = (name: string, json: string) =>
  `<script type="application/json" ${name}>${json.replaceAll('<', String.raw`\u003c`)}</script>`

const escapeHtml = (text: string) => Bun.escapeHTML(text)
