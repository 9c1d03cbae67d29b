/** Loads modules of the interface as its build does (.ci/ui-config.ts): React code runs on Preact. */
import { resolve } from 'node:path'
import type { BunPlugin } from 'bun'
import { compileCatalogue, listLanguages, sourceLanguage } from '../../../../.ci/ui-catalogues'

const uiRoot = resolve(import.meta.dir, '../../../../src/web/ui')

/** The files are replaced, because Bun does not ask plugins where a package is. */
const onPreact = [
  ['react/index.js', 'preact/compat'],
  ['react-dom/index.js', 'preact/compat'],
  ['react-dom/client.js', 'preact/compat/client'],
] as const
const jsxFiles = ['react/jsx-runtime.js', 'react/jsx-dev-runtime.js']

const catalogues = Object.fromEntries(
  [sourceLanguage, ...listLanguages(uiRoot)].map((language) => [
    language,
    {
      // In the build, modules need their parts. Here all are loaded.
      shared: async () => ({
        messages: Object.assign({}, ...Object.values(compileCatalogue(uiRoot, language))) as object,
      }),
    },
  ]),
)

export const interfaceModules: BunPlugin = {
  name: 'interface',
  setup(build) {
    for (const [file, target] of onPreact) {
      build.onLoad({ filter: new RegExp(`/node_modules/${file}$`) }, () => ({
        loader: 'js',
        contents: `export * from '${target}'; export { default } from '${target}'`,
      }))
    }
    for (const file of jsxFiles) {
      build.onLoad({ filter: new RegExp(`/node_modules/${file}$`) }, () => ({
        loader: 'js',
        contents: `export * from 'preact/jsx-runtime'`,
      }))
    }
    build.onLoad({ filter: /\.css$/ }, () => ({
      loader: 'object',
      // A class has its own name.
      exports: { default: new Proxy({}, { get: (_, name) => name }) },
    }))
    build.module('virtual:catalogues', () => ({ loader: 'object', exports: { catalogues } }))
    build.module('virtual:licences', () => ({ loader: 'object', exports: { default: '/notices' } }))
  },
}
