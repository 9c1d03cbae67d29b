/** The one page of the interface, made ready for one request. */
import type { Bundle } from './assets-model'
import { barColourElement, type Look } from './look'
import { waitingFor } from './waiting'

/** What the interface would ask for first, handed over with the page. */
export interface Boot {
  /** null: nobody is signed in. */
  user: object | null
  setupRequired: boolean
  version: string
  languages: readonly string[]
  /** The id of the event after which the page begins to listen. */
  latestEvent: string
}

interface PageFor {
  /** `/quire`, or empty. */
  basePath: string
  /** The screen that the address names: its parts are asked for at once. null: there is none. */
  screen: string | null
  look: Look
  boot: Boot
  /** Addresses of the API that the screen asks for first and that are not answered here. */
  questions: readonly string[]
  /** Answers to the others, as JSON by their address. */
  answers: ReadonlyMap<string, string>
  /** Addresses of the pictures that are seen first. */
  covers: readonly string[]
}

export function fillPage({ html, preloads }: Bundle, asked: PageFor) {
  const { basePath, screen, look, boot, questions, answers, covers } = asked
  const parts = [
    ...((screen && preloads[screen]) || []),
    ...(preloads[`language:${look.language}`] ?? []),
    ...(preloads['fonts'] ?? []),
  ]
  const theme = look.theme === null ? '' : ` data-theme="${look.theme}"`
  return (
    html
      .replace('<html lang="en">', () => `<html lang="${look.language}"${theme}>`)
      .replace(
        '<!--base-->',
        () => `<base href="${escapeHtml(basePath)}/">${barColourElement(look)}`,
      )
      // After the shell itself: a browser has six connections, and gives them in this order.
      .replace(
        '</head>',
        () =>
          `${[...parts.map(preload), ...questions.map(ahead), ...covers.map(seen)].join('')}</head>`,
      )
      .replace('</body>', () => `${[...answers].map(answerElement).join('')}</body>`)
      .replace('<!--boot-->', () => bootElement(boot))
      .replace('<!--waiting-->', () => waitingFor(screen))
  )
}

function preload(path: string) {
  const isFont = path.endsWith('.woff2')
  if (isFont) return `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`
  if (path.endsWith('.css')) return `<link rel="stylesheet" href="${path}">`
  return `<link rel="modulepreload" href="${path}" crossorigin>`
}

const ahead = (address: string) =>
  `<link rel="preload" href="${escapeHtml(address)}" as="fetch" crossorigin>`

/** Thumbnails in the sizes of which ui/components/covers/cover.tsx lets the browser choose, word by word. */
const seen = (address: string) => {
  const source = escapeHtml(address)
  const sizes = `${source}?width=240 240w, ${source}?width=320 320w, ${source} 400w`
  return `<link rel="preload" href="${source}" imagesrcset="${sizes}" imagesizes="(max-width: 639px) 30vw, 170px" as="image" fetchpriority="high">`
}

const bootElement = (boot: Boot) => dataElement('id="boot"', JSON.stringify(boot))

const answerElement = ([address, json]: [string, string]) =>
  dataElement(`data-answer="${escapeHtml(address)}"`, json)

/** Not run as a script: a policy without inline scripts lets it through. */
const dataElement = (name: string, json: string) =>
  `<script type="application/json" ${name}>${json.replaceAll('<', String.raw`\u003c`)}</script>`

const escapeHtml = (text: string) => Bun.escapeHTML(text)
