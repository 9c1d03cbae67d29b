/** Bundler plugin: replaces sharp's loader, which looks for files on disk, with Quire's loader. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { formatSpecifier, importFile } from './import-file'

const compressionLevel = 10
const runtime = join(import.meta.dir, '../src/media/image/sharp/native.ts')
const isNative = (name: string) => /\.(node|dylib|dll)$|\.so(\.[\d.]+)?$/.test(name)

/**
 * @param modules The node_modules folder with sharp's packages for the platform.
 * @param platform Platform name used by sharp, such as linux-x64 or linuxmusl-arm64.
 * @param stage Folder for the compressed copies.
 */
export function embedSharp(modules: string, platform: string, stage: string): BunPlugin {
  const files = listNativeFiles(modules, platform).map((path) => compressFile(modules, path, stage))
  const version = computeHash(Buffer.from(files.map((file) => file.sha256).join())).slice(0, 16)
  const list = files.map(({ path, size, sha256: digest }, n) => {
    return `{ ...${JSON.stringify({ path, size, sha256: digest })}, embedded: file${n} }`
  })
  const native = `{ platform: '${platform}', version: '${version}', files: [${list.join()}] }`

  return {
    name: 'embed-sharp',
    setup(build) {
      build.onLoad({ filter: /[\\/]sharp[\\/]dist[\\/]sharp\.(mjs|cjs)$/ }, ({ path: module }) => ({
        loader: 'js',
        contents: [
          ...files.map(({ staged }, n) => importFile(`file${n}`, staged, module)),
          `import { loadNative } from ${formatSpecifier(runtime, module)}`,
          `export default loadNative(${native})`,
        ].join('\n'),
      }))
    },
  }
}

/** Lists the addon first, then libvips, which is a separate package except on Windows. */
function listNativeFiles(modules: string, platform: string) {
  const packages = [`sharp-${platform}`, `sharp-libvips-${platform}`]
  const found = packages.flatMap((name) => {
    const folder = join(modules, '@img', name, 'lib')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter(isNative)
      .toSorted()
      .map((file) => `${name}/lib/${file}`)
  })
  const addons = found.filter((path) => path.endsWith('.node'))
  if (addons.length !== 1 || found.length < 2) {
    throw new Error(
      `sharp for ${platform} is not complete in ${modules}: ${found.join() || 'nothing'}`,
    )
  }
  return [...addons, ...found.filter((path) => !path.endsWith('.node'))]
}

/** Uses a neutral name, because the bundler treats *.node files specially. */
function compressFile(modules: string, path: string, stage: string) {
  const bytes = readFileSync(join(modules, '@img', path))
  const digest = computeHash(bytes)
  const staged = join(stage, `${digest.slice(0, 32)}-${compressionLevel}.bin`)
  if (!existsSync(staged)) {
    mkdirSync(stage, { recursive: true })
    writeFileSync(staged, Bun.zstdCompressSync(bytes, { level: compressionLevel }))
  }
  return { path, size: bytes.byteLength, sha256: digest, staged }
}

function computeHash(bytes: Uint8Array) {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}
