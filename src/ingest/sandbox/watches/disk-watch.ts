import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { measureFolderTree } from '../../../platform/lib/folder-size'
import { maxDataBytes, maxDataFiles } from '../limits'

interface DiskWatchOptions {
  pid: number
  folder: string
  onExcess(): void
}

/**
 * Idle programs are checked as often as busy ones, because a program could fill a disk between less
 * frequent checks.
 */
const checkMs = 1000

/** Checks whether a program stores more in its data folder than allowed. */
export async function isFolderFull(folder: string): Promise<boolean> {
  return isTooMuch(folder, 0)
}

async function isTooMuch(folder: string, otherBytes: number): Promise<boolean> {
  const limits = { files: maxDataFiles, bytes: maxDataBytes - otherBytes }
  const { files, bytes, unreadable } = await measureFolderTree(folder, limits)
  // Only the program itself can have made a file unreadable, for example through its permissions.
  return files > limits.files || bytes > limits.bytes || unreadable > 0
}

/**
 * Checks the size of a data folder, because the kernel limits only individual files. Returns a
 * function that stops the checks.
 */
export function watchDisk({ pid, folder, onExcess }: DiskWatchOptions): () => void {
  let isEnded = false
  let isChecking = false
  const check = async () => {
    isChecking = true
    const isFull = await isTooMuch(folder, await measureDeletedFiles(pid, folder))
    isChecking = false
    if (isFull && !isEnded) onExcess()
  }
  const timer = setInterval(() => {
    if (!isChecking) void check()
  }, checkMs)
  timer.unref()
  return () => {
    isEnded = true
    clearInterval(timer)
  }
}

/**
 * Returns the total size of a folder's files that have been deleted but that the process still has
 * open or mapped: they use disk space but are not listed in the folder. Returns 0 if the system
 * cannot provide this (not Linux) or if the process has exited.
 */
async function measureDeletedFiles(pid: number, folder: string): Promise<number> {
  const process = join('/proc', String(pid))
  try {
    const within = `${await realpath(folder)}/`
    const sizes = new Map<string, number>()
    for (const name of await readdir(join(process, 'fd'))) {
      const path = join(process, 'fd', name)
      // If the path is too long, assumes that the file is in the folder, so that it is counted.
      const target = await readlink(path).catch(() => within)
      const file = target.startsWith(within) && (await stat(path).catch(() => undefined))
      if (file && file.isFile() && file.nlink === 0) sizes.set(String(file.ino), file.size)
    }
    addMapped(sizes, await readFile(join(process, 'maps'), 'utf8'), within)
    return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  } catch {
    return 0
  }
}

const mapping = /^([\da-f]+)-([\da-f]+) \S+ \S+ \S+ (\d+) +(\/.*) \(deleted\)$/gm

/**
 * Files that are also open have already been counted. A file that is mapped twice is counted twice.
 */
function addMapped(sizes: Map<string, number>, maps: string, within: string) {
  const opened = new Set(sizes.keys())
  for (const [, from = '', to = '', inode = '', path = ''] of maps.matchAll(mapping)) {
    // Skips deleted files outside the folder, such as libraries that an update replaced.
    if (!path.startsWith(within) || opened.has(inode)) continue
    const bytes = Number.parseInt(to, 16) - Number.parseInt(from, 16)
    sizes.set(inode, (sizes.get(inode) ?? 0) + bytes)
  }
}
