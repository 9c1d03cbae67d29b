/** A bundler plugin: sharp's own loader, which looks for files on disk, becomes ours. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'

const compressionLevel = 10
const isNative = (name: string) => /\.(node|dylib|dll)$|\.so(\.[\d.]+)?$/.test(name)

/**
 * @param modules the node_modules folder that holds sharp's packages for the platform
 * @param platform as sharp names it: linux-x64, linuxmusl-arm64, darwin-arm64, win32-x64
 * @param stage a folder for the compressed copies
 */
export function embedSharp(modules: string, platform: string, stage: string): BunPlugin {
  const files = nativeFiles(modules, platform).map((path) => compress(modules, path, stage))
  const version = sha256(Buffer.from(files.map((file) => file.sha256).join())).slice(0, 16)
  const runtime = JSON.stringify(join(import.meta.dir, '../src/media/image/sharp/native.ts'))

  const imports = files.map(
    (file, n) => `import file${n} from ${JSON.stringify(file.staged)} with { type: 'file' }`,
  )
  const list = files.map(({ path, size, sha256: digest }, n) => {
    return `{ ...${JSON.stringify({ path, size, sha256: digest })}, embedded: file${n} }`
  })
  const native = `{ platform: '${platform}', version: '${version}', files: [${list.join()}] }`

  return {
    name: 'embed-sharp',
    setup(build) {
      build.onLoad({ filter: /[\\/]sharp[\\/]dist[\\/]sharp\.(mjs|cjs)$/ }, () => ({
        loader: 'js',
        contents: [
          ...imports,
          `import { loadNative } from ${runtime}`,
          `export default loadNative(${native})`,
        ].join('\n'),
      }))
    },
  }
}

/** The addon first. Windows has everything in one package, the others have libvips in a second. */
function nativeFiles(modules: string, platform: string) {
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

/** Under a neutral name: a bundler gives a *.node file its own treatment whatever is asked for. */
function compress(modules: string, path: string, stage: string) {
  const bytes = readFileSync(join(modules, '@img', path))
  const digest = sha256(bytes)
  const staged = join(stage, `${digest.slice(0, 32)}-${compressionLevel}.bin`)
  if (!existsSync(staged)) {
    mkdirSync(stage, { recursive: true })
    writeFileSync(staged, Bun.zstdCompressSync(bytes, { level: compressionLevel }))
  }
  return { path, size: bytes.byteLength, sha256: digest, staged }
}

function sha256(bytes: Uint8Array) {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}
