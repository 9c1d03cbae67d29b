import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file atomically. This blocks, so use it only in child processes. */
export function writeFully(target: string, bytes: Uint8Array) {
  mkdirSync(dirname(target), { recursive: true })
  const unfinished = `${target}.${process.pid}.part`
  try {
    writeFileSync(unfinished, bytes)
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  return { bytes: bytes.length }
}
