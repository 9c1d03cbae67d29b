import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * Starts and ends the Workers of the house. Every Worker file is named here once: in the compiled binary they
 * are entry points of their own and lie beside `main`, in the source tree in their rooms.
 */
const files = {
  'sqlite-reader': './platform/db/sqlite/sqlite-reader.worker.ts',
  'sqlite-checkpoint': './platform/db/sqlite/sqlite-checkpoint.worker.ts',
  'sqlite-upkeep': './platform/db/sqlite/sqlite-upkeep.worker.ts',
  walk: './ingest/scanning/walk/walk.worker.ts',
  analyze: './ingest/scanning/read/analyze.worker.ts',
  watch: './ingest/watching/watch.worker.ts',
  locate: './catalog/books/files/locate.worker.ts',
  disk: './catalog/libraries/folders/disk.worker.ts',
} as const

export type WorkerName = keyof typeof files

export const startWorker = (name: WorkerName, options: WorkerOptions = {}) =>
  new Worker(new URL(files[name], import.meta.url).href, { ...options, name })

/**
 * Ends a Worker of this name. One that waits for a disk which sleeps cannot be ended: whoever tried would
 * wait with it. It is left alone, and ends when it says the next word.
 */
export function endWorker(worker: Worker, name: WorkerName) {
  if (!isAnyAsleep(name)) {
    worker.terminate()
    return
  }
  worker.unref()
  worker.addEventListener('message', () => worker.terminate(), { once: true })
}

const threads = '/proc/self/task'

/** Whether a thread of this name is in a call that no signal interrupts; only Linux tells. */
function isAnyAsleep(name: WorkerName): boolean {
  if (!existsSync(threads)) return false
  return readdirSync(threads).some((id) => statOf(id).includes(`(${name}) D `))
}

/** Empty: the thread has ended meanwhile. */
function statOf(id: string): string {
  try {
    return readFileSync(`${threads}/${id}/stat`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}
