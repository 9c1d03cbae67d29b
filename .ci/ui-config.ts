/** How Vite builds the interface and serves it while it is being worked on. */
import { join, relative, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import { catalogues } from './ui-catalogues'

export const uiRoot = resolve(import.meta.dir, '../src/web/ui')
export const uiOutput = resolve(import.meta.dir, '../.cache/ui')
/** What Vite writes; packed and listed from there. */
export const viteOutput = join(uiOutput, 'vite')

/** Styles arrive in several files in any order: each says first which layer lies over which. */
const layersFirst: Plugin = {
  name: 'layers-first',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
      file.source = `@layer reset,tokens,base,components,screens;${String(file.source)}`
    }
  },
}

const docs = resolve(import.meta.dir, '../docs')
const licences = 'virtual:licences'

/** The address of the licences of what is inside, for those who use it. */
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
 * The renderer of e-books lets frames run scripts, because Safari sends no events without. Everywhere else
 * nothing in a book needs that, and what is not needed is not allowed.
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
    return id.includes('paginator') ? guardBackground(framed, id) : framed
  },
}

/** A frame that changes its section has no root element for a moment; its background is set in that moment. */
function guardBackground(code: string, id: string) {
  const check = 'if (!doc) return\n        const htmlStyle'
  if (!code.includes(check)) throw new Error(`${id}: the background has changed`)
  return code.replace(check, 'if (!doc?.documentElement) return\n        const htmlStyle')
}

/** With hot reload Vite hands out the page, at the root. */
const baseInDevelopment: Plugin = {
  name: 'base-in-development',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('<!--base-->', '<base href="/">'),
  },
}

/** Names of classes, short and alike within one file: half of the styles would be names otherwise. */
const named = new Map<string, { place: string; names: string[] }>()

function shortName(name: string, file: string): string {
  const known = named.get(file) ?? { place: placeOf(file), names: [] }
  named.set(file, known)
  if (!known.names.includes(name)) known.names.push(name)
  return `_${known.place}-${known.names.indexOf(name).toString(36)}`
}

/** Two files never share one. */
function placeOf(file: string): string {
  const sum = Bun.hash.crc32(relative(uiRoot, file)).toString(36)
  const taken = new Set([...named.values()].map(({ place }) => place))
  return [2, 3, 4, 7].map((length) => sum.slice(-length)).find((place) => !taken.has(place)) ?? sum
}

/** Written for React, run by Preact: a third of the shell less to load. */
const preact = {
  react: 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/**
 * Plain HTTP gives a browser six connections: thirty small files would be five ways to the server, one
 * after the other. What every page needs is one file, and so is what most screens share.
 */
const partsTogether = [
  { name: 'shell', tags: ['$initial' as const], priority: 3 },
  {
    name: 'everyday',
    test: /@tanstack\/(react-)?query|components\/(shelves\/|covers\/(book|series)-cover|menus\/popup\.module|details\/people|(read|library)-link)|labels\/names|state\/(browser\/page-title|preferences)/,
    priority: 2,
  },
  {
    name: 'lists',
    test: /@tanstack\/(react-)?virtual|components\/(grid\/virtual-|selection\/(use-(list|selectable)|selectable|selection-provider|selection\.)|edit\/fields\/choices)/,
    priority: 1,
  },
  {
    name: 'widgets',
    test: /@(base|floating)-ui/,
    entriesAware: true,
    entriesAwareMergeThreshold: 5_000,
  },
]

export const uiConfig = (): InlineConfig => ({
  configFile: false,
  root: uiRoot,
  // Addresses are relative: the page says with <base> where Quire lies.
  base: './',
  plugins: [
    react(),
    catalogues(uiRoot),
    licencesBeside,
    layersFirst,
    bookFrames,
    baseInDevelopment,
  ],
  resolve: { alias: preact },
  // Prepared ahead it would pass by the plugin above.
  optimizeDeps: { exclude: ['foliate-js'] },
  cacheDir: resolve(import.meta.dir, '../.cache/vite'),
  logLevel: 'warn',
  // The licences of what is inside are shown, too.
  server: {
    fs: {
      allow: [uiRoot, docs, resolve(uiRoot, '../../../node_modules')],
    },
  },
  css: { modules: { generateScopedName: shortName } },
  build: {
    outDir: viteOutput,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome111', 'firefox113', 'safari16.4'],
    // Nothing inside styles or scripts that a strict policy would have to allow.
    assetsInlineLimit: 0,
    // One file, smaller than what it costs to ask for six: each would wait for a connection.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: partsTogether } } },
  },
})
