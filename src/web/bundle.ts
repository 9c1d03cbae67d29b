/**
 * The built interface, as written by `.ci/ui.ts`. In the source tree, it is a folder. For the
 * executable, the build replaces `embedded.ts` with the same list and the embedded files.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Bundle } from './assets-model'
import { embedded } from './embedded'

/**
 * Returns true for names of screens, but not for languages, fonts and inherited object properties.
 */
export const isScreen = ({ preloads }: Bundle, name: string) =>
  /^[a-z-]+$/.test(name) && name !== 'fonts' && Object.hasOwn(preloads, name)

export const bundleFile = 'bundle.json'
const builtFolder = resolve(import.meta.dir, '../../.cache/ui')

/** Returns null if the interface has not been built. */
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
