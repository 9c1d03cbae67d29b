/**
 * Loads native libraries from anonymous memory, for systems without a folder that is both writable
 * and executable. This works only on Linux with glibc, whose loader resolves the addon's libvips
 * dependency by the soname of a library that is already loaded.
 */
import { dlopen, FFIType } from 'bun:ffi'
import { writeSync } from 'node:fs'
import { isNativeFile, type NativeFiles, readEmbedded } from './native-files'

const closeOnExec = 1

/**
 * Environment variable with the process ID and the file descriptors of the libraries, in the form
 * `pid:fd,fd`. Workers inherit it.
 */
const memoryVariable = 'QUIRE_NATIVE_MEMORY'

/** Loads the dependencies, then passes the addon to `load`. */
export function loadFromMemory(native: NativeFiles, load: (path: string) => unknown): unknown {
  if (process.platform !== 'linux') throw new Error('no folder is writable and executable')
  const [addon, ...needed] = findLoaded(native) ?? create(native)
  // Looking up a symbol makes the loader map the library permanently.
  for (const path of needed) dlopen(path, { vips_version: { args: [FFIType.i32], returns: 'i32' } })
  return load(addon ?? '')
}

function findLoaded(native: NativeFiles) {
  const [pid, files] = (process.env[memoryVariable] ?? '').split(':')
  if (pid !== String(process.pid) || !files) return undefined
  const paths = files.split(',').map(getDescriptorPath)
  return native.files.every((file, position) => {
    const path = paths[position]
    return path !== undefined && isNativeFile(file, path)
  })
    ? paths
    : undefined
}

function create(native: NativeFiles) {
  const { symbols } = dlopen('libc.so.6', {
    memfd_create: { args: [FFIType.cstring, FFIType.u32], returns: FFIType.i32 },
  })
  const files = native.files.map((file) => {
    const descriptor = symbols.memfd_create(Buffer.from('quire-native\0'), closeOnExec)
    if (descriptor < 0) throw new Error('cannot allocate memory for the image library')
    writeWhole(descriptor, readEmbedded(file))
    return String(descriptor)
  })
  process.env[memoryVariable] = `${process.pid}:${files.join(',')}`
  return files.map(getDescriptorPath)
}

function writeWhole(descriptor: number, bytes: Uint8Array) {
  let written = 0
  while (written < bytes.byteLength) written += writeSync(descriptor, bytes, written)
}

function getDescriptorPath(descriptor: string) {
  return `/proc/self/fd/${descriptor}`
}
