/**
 * Watches one root beside the main thread: to set up a watch means to look into each folder, and a
 * drive that hangs then stops nobody else.
 */
import { watch, statfsSync, statSync } from 'node:fs'
import { judgeWatching } from './fitness'
import { concernsBooks } from './relevance'
import { Rules } from '../scanning/rules'

declare const self: Worker

export interface WatchOrder {
  root: string
  /** One glob each. */
  excluded: string[]
  /** How often to make sure that the folder is still the one that is watched. */
  lookEveryMs: number
  /** A type of file system as statfs(2) tells it, to be taken for that of the root. */
  fileSystem?: number
}

export type WatchAnswer =
  | { watching: true }
  | { dirty: true }
  /** It cannot be watched, or not any more. `mayPass`: trying again later may help. */
  | { unfit: string; mayPass: boolean }

/** However much happens, this often at most it is told. */
const tellEveryMs = 250

const say = (answer: WatchAnswer) => self.postMessage(answer)

self.addEventListener('message', ({ data }: MessageEvent<WatchOrder>) => {
  try {
    begin(data)
  } catch (error) {
    giveUp(error)
  }
})

function begin({ root, excluded, lookEveryMs, fileSystem }: WatchOrder) {
  const reason = judgeWatching(fileSystem ?? statfsSync(root).type)
  if (reason) return say({ unfit: reason, mayPass: false })
  const rules = new Rules({ formats: null, excluded })
  const before = placeOf(root)
  const watcher = watch(root, { recursive: true }, (_, path) => {
    if (path === null || concernsBooks(rules, path)) tell()
  })
  watcher.on('error', (error) => {
    watcher.close()
    giveUp(error)
  })
  setInterval(() => {
    // A disk that was mounted, taken away or exchanged tells nothing to a watch that was there before.
    try {
      if (placeOf(root) !== before) say({ unfit: exchanged, mayPass: true })
    } catch (error) {
      giveUp(error)
    }
  }, lookEveryMs)
  say({ watching: true })
}

const exchanged = 'Another folder has taken the place of this one.'

function placeOf(root: string) {
  const { dev, ino } = statSync(root)
  return `${dev}:${ino}`
}

let waiting: ReturnType<typeof setTimeout> | undefined
function tell() {
  waiting ??= setTimeout(() => {
    waiting = undefined
    say({ dirty: true })
  }, tellEveryMs)
}

function giveUp(error: unknown) {
  const { code, message } = error as { code?: string; message: string }
  if (code === undefined) throw error
  say(whyNot(code, message))
}

function whyNot(code: string, message: string): WatchAnswer {
  if (code === 'ENOSPC' || code === 'EMFILE') {
    const unfit = `The system allows no more watched folders. Its limit (fs.inotify.max_user_watches on Linux) can be raised.`
    return { unfit, mayPass: false }
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return { unfit: 'The folder is not there.', mayPass: true }
  }
  return { unfit: `The system cannot watch the folder: ${message}`, mayPass: true }
}
