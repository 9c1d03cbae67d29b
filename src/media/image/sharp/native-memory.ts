/**
 * Native libraries as anonymous memory, for a system on which no folder is both writable and
 * executable. Linux with glibc only: its loader satisfies the addon's need for libvips by the name
 * inside the library that is already loaded, wherever that came from.
 */
import { dlopen, FFIType } from 'bun:ffi'
import { readFileSync, writeSync } from 'node:fs'
import { matchesNativeFile, type NativeFiles, readEmbedded } from './native-files'

const closeOnExec = 1

/** Where this process keeps them: `pid:fd,fd`. A Worker finds it in its copy of the environment. */
const memoryVariable = 'QUIRE_NATIVE_MEMORY'

/** Loads what the addon needs first, then hands the addon to `load`. */
export function loadFromMemory(native: NativeFiles, load: (path: string) => unknown): unknown {
  if (process.platform !== 'linux') throw new Error('no folder is writable and executable')
  const [addon, ...needed] = findLoaded(native) ?? create(native)
  // Any symbol will do: asking for one is what makes the loader map the library for good.
  for (const path of needed) dlopen(path, { vips_version: { args: [FFIType.i32], returns: 'i32' } })
  return load(addon ?? '')
}

function findLoaded(native: NativeFiles) {
  const [pid, files] = (process.env[memoryVariable] ?? '').split(':')
  if (pid !== String(process.pid) || !files) return undefined
  const paths = files.split(',').map(getDescriptorPath)
  return native.files.every((file, position) => {
    const path = paths[position]
    return path !== undefined && matchesNativeFile(file, readFileSync(path))
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
    if (descriptor < 0) throw new Error('the system does not give memory for the image library')
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
