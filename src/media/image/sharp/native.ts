/**
 * sharp inside the one executable. Its two native files (the addon and libvips) travel compressed
 * in the binary; the system's loader wants them as files. Only the compiled program comes here, by
 * way of the bundler's replacement of sharp's own loader (`.ci/build.ts`).
 *
 * First choice is a folder of ours beside the data, second choice is memory. Both are read again and
 * compared with their digest before every load: a damaged or foreign library would take the process.
 */
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { NativeFiles } from './native-files'
import { unpackNativeFiles } from './native-folder'
import { loadFromMemory } from './native-memory'

/** Where libraries are unpacked. Child processes and Workers inherit it through the environment. */
export const nativeDirectoryVariable = 'QUIRE_NATIVE_DIR'

/** A folder with a person's own build of sharp and libvips, in the same layout; used as it is. */
const ownLibrariesVariable = 'QUIRE_SHARP_DIR'

/** To be called once the data directory is known. What a person has set in the environment stays. */
export function setNativeDirectory(directory: string) {
  process.env[nativeDirectoryVariable] ??= directory
}

/** sharp's addon, loaded. Blocks for some 15 ms, the first time after an upgrade for some 80 ms. */
export function loadNative(native: NativeFiles): unknown {
  const addon = native.files[0]
  if (!addon) throw new Error('The program was built without its image library.')

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
      'Pictures cannot be processed: this processor is too old (it lacks SSE4.2, x86-64-v2).',
    )
  }
  return addon
}

function explain(failures: readonly unknown[]) {
  const said = failures.map((failure) =>
    failure instanceof Error ? failure.message : String(failure),
  )
  if (said.some((words) => words.includes('processor is too old'))) return said.join('; ')
  if (said.some((words) => /libstdc\+\+|libgcc_s|GLIBCXX|CXXABI/.test(words))) return missingRuntime
  return `Pictures cannot be processed: the image library could not be loaded (${said.join('; ')}).`
}

const missingRuntime = `Pictures cannot be processed: this system lacks the C++ runtime library \
(libstdc++). Install it and start again: "apt-get install libstdc++6" on Debian and Ubuntu, \
"dnf install libstdc++" on Fedora and its relatives, \
"apk add libstdc++" on Alpine.${existsSync('/.dockerenv') ? ' In a container: use a base image that has it.' : ''}`
