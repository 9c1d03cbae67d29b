/**
 * Starts the Workers of the house. Every Worker file is named here once: in the compiled binary they
 * are entry points of their own and lie beside `main`, in the source tree in their rooms.
 */
const files = {
  'sqlite-reader': './db/sqlite-reader.worker.ts',
  'sqlite-checkpoint': './db/sqlite-checkpoint.worker.ts',
  'sqlite-upkeep': './db/sqlite-upkeep.worker.ts',
  walk: './scanning/walk.worker.ts',
  analyze: './scanning/analyze.worker.ts',
  watch: './watching/watch.worker.ts',
  locate: './books/locate.worker.ts',
} as const

export type WorkerName = keyof typeof files

export const startWorker = (name: WorkerName, options: WorkerOptions = {}) =>
  new Worker(new URL(files[name], import.meta.url).href, { ...options, name })
