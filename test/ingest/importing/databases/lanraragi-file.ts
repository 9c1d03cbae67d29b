/** Files of LANraragi: its backup and its list of archives, with what a test names. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface LanraragiData {
  archives?: Record<string, unknown>[]
  categories?: Record<string, unknown>[]
  tankoubons?: Record<string, unknown>[]
  /** Changes the finished text. */
  change?: (json: string) => string
}

/** ID of an archive, from a digit. */
export const toArchiveId = (digit: number) => `${digit}`.repeat(40)

export function writeLanraragi(path: string, { change, ...data }: LanraragiData) {
  const { archives = [], categories = [], tankoubons = [] } = data
  write(path, { categories, tankoubons, archives }, change)
}

/** What `/api/archives` answers. */
export function writeArchiveList(path: string, archives: readonly Record<string, unknown>[]) {
  write(path, archives)
}

function write(path: string, value: unknown, change = (json: string) => json) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, change(JSON.stringify(value)))
}
