/**
 * Watches the roots beside the main thread: to set up a watch means to look into each folder, and a
 * drive can hang. One Worker for all roots, because each costs memory.
 */
import { type FSWatcher, watch, statfsSync, statSync } from 'node:fs'
import { judgeRoot, judgeWatching } from './fitness'
import { concernsBooks } from './relevance'
import { Rules } from '../scanning/walk/rules'
import { mountsBelow } from '../scanning/walk/walk'

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

export type WatchRequest = { watch: string; order: WatchOrder } | { forget: string }

/** It cannot be watched, or not any more. `mayPass`: trying again soon may help. */
export interface Unfit {
  unfit: string
  mayPass: boolean
}

export type WatchNews = 'watching' | 'dirty' | Unfit
/** Of which root; of none: that the Worker is alive. */
export type WatchAnswer = { of: string; news: WatchNews } | { isAlive: true }

/** However much happens, this often at most it is told. */
const tellEveryMs = 250
/** A limit of the system is told of only after the call. */
const settleMs = 200
const renewMs = 500

const say = (answer: WatchAnswer) => self.postMessage(answer)

class Watched {
  readonly #id: string
  readonly #order: WatchOrder
  #watcher: FSWatcher | undefined
  #before = ''
  #waiting: ReturnType<typeof setTimeout> | undefined
  #settling: ReturnType<typeof setTimeout> | undefined
  #renewing: ReturnType<typeof setTimeout> | undefined

  constructor(id: string, order: WatchOrder) {
    this.#id = id
    this.#order = order
    this.#guarded(() => this.#begin())
  }

  /** A disk that was mounted, taken away or exchanged tells nothing to a watch that was there before. */
  look() {
    this.#guarded(() => {
      if (this.#watcher && placeOf(this.#order.root) !== this.#before) this.#beginAnew()
    })
  }

  stop() {
    this.#watcher?.close()
    this.#watcher = undefined
    for (const timer of [this.#waiting, this.#settling, this.#renewing]) clearTimeout(timer)
    this.#waiting = this.#settling = this.#renewing = undefined
  }

  #begin() {
    const { root, excluded, fileSystem } = this.#order
    const reason =
      (fileSystem === undefined && judgeRoot(root)) ||
      judgeWatching(fileSystem ?? statfsSync(root).type)
    if (reason) return this.#giveUp({ unfit: reason, mayPass: false })
    const rules = new Rules({ formats: null, excluded })
    this.#before = placeOf(root)
    this.#watcher = watch(root, { recursive: true }, (_, path) => {
      if (typeof path !== 'string') this.#beginAnewSoon()
      else if (concernsBooks(rules, path)) this.#tell()
    })
    this.#watcher.on('error', (error) => this.#guarded(() => raise(error)))
    this.#settling = setTimeout(() => this.#say('watching'), settleMs)
  }

  /** Something is told of the root itself: it may have gone, and another one be in its place. */
  #beginAnewSoon() {
    this.#renewing ??= setTimeout(() => this.#guarded(() => this.#beginAnew()), renewMs)
  }

  #beginAnew() {
    this.#hush()
    this.#begin()
  }

  #tell() {
    this.#waiting ??= setTimeout(() => {
      this.#waiting = undefined
      this.#say('dirty')
    }, tellEveryMs)
  }

  #guarded(act: () => void) {
    try {
      act()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (code === undefined) throw error
      this.#giveUp(whyNot(code, message))
    }
  }

  #giveUp(unfit: Unfit) {
    this.#hush()
    this.#say(unfit)
  }

  /** What was heard is not forgotten. */
  #hush() {
    if (this.#waiting) this.#say('dirty')
    this.stop()
  }

  #say(news: WatchNews) {
    say({ of: this.#id, news })
  }
}

const roots = new Map<string, Watched>()
let looking: ReturnType<typeof setInterval> | undefined

self.addEventListener('message', ({ data }: MessageEvent<WatchRequest>) => {
  if ('forget' in data) {
    roots.get(data.forget)?.stop()
    roots.delete(data.forget)
    return
  }
  roots.get(data.watch)?.stop()
  roots.set(data.watch, new Watched(data.watch, data.order))
  looking ??= setInterval(look, data.order.lookEveryMs)
})

function look() {
  for (const root of roots.values()) root.look()
  say({ isAlive: true })
}

function placeOf(root: string) {
  const { dev, ino } = statSync(root)
  return `${dev}:${ino} ${JSON.stringify(mountsBelow(root))}`
}

function raise(error: unknown): never {
  throw error
}

function whyNot(code: string, message: string): Unfit {
  if (code === 'ENOSPC' || code === 'EMFILE') {
    const limit = code === 'ENOSPC' ? 'max_user_watches' : 'max_user_instances'
    const unfit = `The system allows no more watched folders. Its limit (fs.inotify.${limit} on Linux) can be raised.`
    return { unfit, mayPass: false }
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return { unfit: 'The folder is not there.', mayPass: true }
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return { unfit: 'Quire is not able to read the folder.', mayPass: true }
  }
  return { unfit: `The system cannot watch the folder: ${message}`, mayPass: true }
}
