/**
 * sharp in the single executable. Its two native files (the addon and libvips) are embedded
 * compressed, but the system's loader needs files. Only the compiled program uses this module: the
 * bundler replaces sharp's own loader with it (`.ci/build.ts`). It loads the files from a folder in
 * the data directory, or else from memory. Both files are verified by digest before every load,
 * because a damaged or foreign library could crash or take over the process.
 */
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { NativeFiles } from './native-files'
import { unpackNativeFiles } from './native-folder'
import { loadFromMemory } from './native-memory'

/**
 * Folder for unpacked libraries. Child processes and Workers inherit it through the environment.
 */
const nativeDirectoryVariable = 'QUIRE_NATIVE_DIR'

/**
 * Folder with the user's own build of sharp and libvips, in the layout of the embedded files. It is
 * used without verification.
 */
const ownLibrariesVariable = 'QUIRE_SHARP_DIR'

/**
 * Loads sharp's addon. This blocks for about 15 ms, or about 80 ms the first time after an upgrade.
 */
export function loadNative(native: NativeFiles): unknown {
  const addon = native.files[0]
  if (!addon) throw new Error('executable was built without the image library')

  const own = process.env[ownLibrariesVariable]
  if (own) return loadAddon(join(own, addon.path))

  const failures: unknown[] = []
  for (const attempt of [loadFromFolder, loadFromMemory]) {
    try {
      return requireSupportedProcessor(attempt(native, loadAddon))
    } catch (error) {
      failures.push(error)
    }
  }
  throw new Error(explain(failures), { cause: new AggregateError(failures) })
}

function loadFromFolder(native: NativeFiles, load: (path: string) => unknown) {
  const directory = process.env[nativeDirectoryVariable]
  if (!directory) throw new Error('no data directory is set')
  return load(unpackNativeFiles(directory, native))
}

function loadAddon(path: string): unknown {
  const loaded = { exports: {} }
  process.dlopen(loaded, path, constants.dlopen.RTLD_NOW)
  return loaded.exports
}

function requireSupportedProcessor(addon: unknown) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return addon
  const { _isUsingX64V2: isSupported } = addon as { _isUsingX64V2?: () => boolean }
  if (isSupported?.() === false) {
    throw new Error(
      'Images cannot be processed: the processor is too old (SSE4.2, x86-64-v2 required).',
    )
  }
  return addon
}

function explain(failures: readonly unknown[]) {
  const descriptions = failures.map((failure) =>
    failure instanceof Error ? failure.message : String(failure),
  )
  if (descriptions.some((words) => words.includes('processor is too old')))
    return descriptions.join('; ')
  if (descriptions.some((words) => /libstdc\+\+|libgcc_s|GLIBCXX|CXXABI/.test(words)))
    return missingRuntime
  return `Images cannot be processed: the image library could not be loaded (${descriptions.join('; ')}).`
}

const missingRuntime = `Images cannot be processed: this system lacks the C++ runtime library \
(libstdc++). Install it and start again: "apt-get install libstdc++6" on Debian and Ubuntu, \
"dnf install libstdc++" on Fedora and its relatives, \
"apk add libstdc++" on Alpine.${existsSync('/.dockerenv') ? ' In a container: use a base image that has it.' : ''}`
