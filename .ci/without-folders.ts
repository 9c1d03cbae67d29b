/**
 * Bundler plugin: the bundler writes the folder of a CommonJS module where it says `__dirname`, so
 * that the executable would have other bytes in every checkout. The two modules that say it start
 * log transports, which Quire does not use.
 */
import { readFileSync } from 'node:fs'
import type { BunPlugin } from 'bun'

export const withoutFolders: BunPlugin = {
  name: 'without-folders',
  setup(build) {
    build.onLoad({ filter: /[\\/](pino[\\/]lib|thread-stream)[\\/]\w+\.js$/ }, ({ path }) => ({
      loader: 'js',
      contents: readFileSync(path, 'utf8').replaceAll('__dirname', "'.'"),
    }))
  },
}
