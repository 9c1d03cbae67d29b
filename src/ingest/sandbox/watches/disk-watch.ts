import { measureFolderTree } from '../../../platform/lib/folder-size'
import { maxDataBytes, maxDataFiles } from '../limits'
import { measureDeletedFiles } from './deleted-files'

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
