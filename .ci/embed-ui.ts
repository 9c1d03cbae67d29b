/** Bundler plugin: replaces `src/web/embedded.ts` with the built interface. */
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import type { Asset, Bundle } from '../src/web/assets-model'
import { openBundle } from '../src/web/bundle'
import { importFile } from './import-file'

export function embedUi(folder: string): BunPlugin {
  const bundle = openBundle(folder)
  if (!bundle) throw new Error(`The interface is not built in ${folder}`)
  return {
    name: 'embed-ui',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/]web[\\/]embedded\.ts$/ }, ({ path }) => ({
        loader: 'js',
        contents: writeModule(bundle, path),
      }))
    },
  }
}

function writeModule(bundle: Bundle, module: string): string {
  const imports: string[] = []
  const embed = (path: string | undefined) => {
    if (path === undefined) return 'undefined'
    imports.push(importFile(`file${imports.length}`, path, module))
    return `file${imports.length - 1}`
  }
  const assets = bundle.assets.map(({ name, type, hash, raw, br, gz }: Asset) => {
    const plain = JSON.stringify({ name, type, hash }).slice(0, -1)
    return `${plain}, "raw": ${embed(raw)}, "br": ${embed(br)}, "gz": ${embed(gz)}}`
  })
  const rest = JSON.stringify({ ...bundle, assets: undefined }).slice(0, -1)
  return `${imports.join('\n')}\nexport const embedded = ${rest}, "assets": [${assets.join(',\n')}]}`
}

export const uiFolder = join(import.meta.dir, '..', '.cache', 'ui')
