/** The Vite configuration of the interface, for builds and development. */
import { join, relative, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import { catalogues } from './ui-catalogues'
import { scriptGroups } from './ui-scripts'
import { serviceWorker } from './ui-service-worker'
import { inlineTokens } from './ui-tokens'

export const uiRoot = resolve(import.meta.dir, '../src/web/ui')
export const uiOutput = resolve(import.meta.dir, '../.cache/ui')
/** Vite's output, before compression and listing. */
export const viteOutput = join(uiOutput, 'vite')

/** Declares the order of layers in each style sheet, because they can load in any order. */
const layersFirst: Plugin = {
  name: 'layers-first',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
      file.source = `@layer reset,tokens,base,components,screens;${String(file.source)}`
    }
  },
}

/**
 * Shortens the names of custom properties, which makes the style sheet 2 % smaller. Names in quotes
 * in scripts and those that the server sets (`src/web/branding.ts`) are kept.
 */
const shortProperties: Plugin = {
  name: 'short-properties',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const kept = new Set(['--accent', '--on-accent', '--accent-soft'])
    const short = new Map<string, string>()
    const shorten = (name: string) => {
      if (kept.has(name)) return name
      if (!short.has(name)) short.set(name, `--${short.size.toString(36)}`)
      return short.get(name)!
    }
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      for (const [, name] of file.code.matchAll(/["'`](--[a-z][\w-]*)/g)) kept.add(name)
    }
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
      file.source = String(file.source).replaceAll(/--[a-z][\w-]*/g, shorten)
    }
  },
}

const docs = resolve(import.meta.dir, '../docs')
const licences = 'virtual:licences'

/** Provides the URL of the file with the licences of included software. */
const licencesBeside: Plugin = {
  name: 'licences-beside',
  resolveId: (id) => (id === licences ? `\0${id}` : undefined),
  load: (id) =>
    id === `\0${licences}`
      ? `export { default } from ${JSON.stringify(join(docs, 'third-party-notices.md?url'))}`
      : undefined,
}

const scriptsAllowed = "'allow-same-origin allow-scripts'"

/**
 * Allows scripts in frames of the e-book renderer only in Safari, which sends no events without
 * them.
 */
const bookFrames: Plugin = {
  name: 'book-frames',
  transform(code, id) {
    if (!/foliate-js\/(paginator|fixed-layout)\.js/.test(id)) return
    if (!code.includes(scriptsAllowed)) throw new Error(`${id}: the frame's sandbox has changed`)
    const isSafari = '/^((?!chrom|android).)*safari/i.test(navigator.userAgent)'
    const framed = code.replace(
      scriptsAllowed,
      `${isSafari} ? ${scriptsAllowed} : 'allow-same-origin'`,
    )
    return id.includes('paginator') ? guardFrames(framed, id) : framed
  },
}

/** Checks to add, because a frame has no root element while it changes its section. */
const guards = [
  [
    'if (!doc) return\n        const htmlStyle',
    'if (!doc?.documentElement) return\n        const htmlStyle',
  ],
  ['if (!layout || !this.document) return', 'if (!layout || !this.document?.body) return'],
  [
    'const { documentElement } = this.document\n',
    'const { documentElement } = this.document ?? {}\n        if (!documentElement) return\n',
  ],
  [
    'const range = this.#getVisibleRange()',
    'if (!this.#view?.document?.body) return\n        const range = this.#getVisibleRange()',
  ],
] as const

function guardFrames(code: string, id: string) {
  return guards.reduce((guarded, [check, better]) => {
    if (!guarded.includes(check)) throw new Error(`${id}: the renderer has changed: ${check}`)
    return guarded.replace(check, better)
  }, code)
}

/** Sets the base path for development, in which Vite serves the page at the root. */
const baseInDevelopment: Plugin = {
  name: 'base-in-development',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('<!--base-->', '<base href="/">'),
  },
}

/** Original class names by file. Short names replace them, which halves the style sheets. */
const named = new Map<string, { place: string; names: string[] }>()

function buildShortName(name: string, file: string): string {
  const known = named.get(file) ?? { place: getFileIndex(file), names: [] }
  named.set(file, known)
  if (!known.names.includes(name)) known.names.push(name)
  return `_${known.place}-${known.names.indexOf(name).toString(36)}`
}

/** Returns a short, unique text for each file. */
function getFileIndex(file: string): string {
  const sum = Bun.hash.crc32(relative(uiRoot, file)).toString(36)
  const taken = new Set([...named.values()].map(({ place }) => place))
  return [2, 3, 4, 7].map((length) => sum.slice(-length)).find((place) => !taken.has(place)) ?? sum
}

/** React code runs on Preact, which makes the shell a third smaller. */
const preact = {
  react: 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

export const uiConfig = (): InlineConfig => ({
  configFile: false,
  root: uiRoot,
  // URLs are relative; <base> in the page contains the base path.
  base: './',
  plugins: [
    react(),
    catalogues(uiRoot),
    licencesBeside,
    inlineTokens(uiRoot),
    serviceWorker(uiRoot),
    layersFirst,
    shortProperties,
    bookFrames,
    baseInDevelopment,
  ],
  resolve: { alias: preact },
  // Prebundling would bypass the plugin `bookFrames`.
  optimizeDeps: { exclude: ['foliate-js'] },
  cacheDir: resolve(import.meta.dir, '../.cache/vite'),
  logLevel: 'warn',
  // Allows access to `docs`, which contains the licences.
  server: {
    fs: {
      allow: [uiRoot, docs, resolve(uiRoot, '../../../node_modules')],
    },
  },
  css: { modules: { generateScopedName: buildShortName } },
  build: {
    outDir: viteOutput,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome111', 'firefox113', 'safari16.4'],
    // No inline styles or scripts, which a strict Content-Security-Policy would block.
    assetsInlineLimit: 0,
    // A single style sheet costs less than six requests.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: scriptGroups } } },
  },
})
