import { measureFolderTree } from '../../../platform/lib/folder-size'
import { maxDataBytes, maxDataFiles } from '../limits'

interface DiskWatchOptions {
  folder: string
  /** Checked ten times as often. */
  isBusy(): boolean
  onExcess(): void
}

const checkMs = 1000
const idleChecks = 10

/** Whether a program keeps more in its data folder than it may. */
export async function isFolderFull(folder: string): Promise<boolean> {
  const limits = { files: maxDataFiles, bytes: maxDataBytes }
  const { files, bytes } = await measureFolderTree(folder, limits)
  return files > limits.files || bytes > limits.bytes
}

/**
 * Checks the size of a data folder, because the kernel limits only single files. Returns a function that
 * ends the checks.
 */
export function watchDisk({ folder, isBusy, onExcess }: DiskWatchOptions): () => void {
  let checks = 0
  let isEnded = false
  let isChecking = false
  const check = async () => {
    isChecking = true
    const isFull = await isFolderFull(folder)
    isChecking = false
    if (isFull && !isEnded) onExcess()
  }
  const timer = setInterval(() => {
    if (isChecking || (!isBusy() && ++checks % idleChecks !== 0)) return
    void check()
  }, checkMs)
  timer.unref()
  return () => {
    isEnded = true
    clearInterval(timer)
  }
}
