/**
 * The built interface: what `.ci/ui.ts` made. Beside the sources it lies in a folder; in the executable
 * the build puts the same list, with the embedded files, in the place of `embedded.ts`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Bundle } from './assets-model'
import { embedded } from './embedded'

/** Not what a language or the letters need, and nothing that every object has. */
export const isScreen = ({ preloads }: Bundle, name: string) =>
  /^[a-z-]+$/.test(name) && name !== 'fonts' && Object.hasOwn(preloads, name)

export const bundleFile = 'bundle.json'
const builtFolder = resolve(import.meta.dir, '../../.cache/ui')

/** null: nobody has built the interface here yet. */
export function openBundle(folder = builtFolder): Bundle | null {
  if (embedded) return embedded
  const list = join(folder, bundleFile)
  if (!existsSync(list)) return null
  const bundle = JSON.parse(readFileSync(list, 'utf8')) as Bundle
  const located = (path: string | undefined) => path && join(folder, path)
  const assets = bundle.assets.map((asset) => ({
    ...asset,
    raw: join(folder, asset.raw),
    br: located(asset.br),
    gz: located(asset.gz),
  }))
  return { ...bundle, assets }
}
