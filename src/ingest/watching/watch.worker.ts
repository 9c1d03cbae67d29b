/**
 * Watches roots outside the main thread, because setting up a watch reads every folder and a drive
 * may hang. One Worker serves all roots, because each Worker costs memory.
 */
import { type FSWatcher, watch, statfsSync, statSync } from 'node:fs'
import { explainRoot, explainFileSystem, SilenceDetector } from './watch-support'
import { isRelevantChange, FileRules } from '../scanning/walk/rules/file-rules'
import { findMountsBelow } from '../scanning/walk/walk'
import type { Message } from '../../platform/messages/message'
import { watchingMessages } from './messages'

declare const self: Worker

export interface WatchOrder {
  root: string
  /** One glob per item. */
  excluded: string[]
  /** Overrides the statfs(2) file system type of the root. */
  fileSystem?: number
}

export type WatchRequest =
  | { watch: string; order: WatchOrder }
  | { unwatch: string }
  /** Checks whether folders have been replaced. */
  | { check: true }
  /** Reports all changes that were made before this request. */
  | { settle: true }

/** The root cannot be watched. `isTemporary`: retrying soon may help. */
export interface WatchFailure {
  reason: Message
  isTemporary: boolean
}

export type WatchStatus = 'watching' | 'dirty' | WatchFailure
/** Status of a root, or the answer to `check` or `settle`. */
export type WatchMessage =
  { id: string; status: WatchStatus } | { isAlive: true } | { isSettled: true }

/** Minimum interval between reports of changes. */
const reportIntervalMs = 250
/**
 * Delay before a watch is reported as working, because the system reports some limits only after
 * the call.
 */
const limitCheckMs = 200
const restartDelayMs = 500
/** The system reports a change within this time, unless it is very busy. */
const settleMs = 50

const send = (answer: WatchMessage) => self.postMessage(answer)

class WatchedFolder {
  readonly #id: string
  readonly #order: WatchOrder
  #watcher: FSWatcher | undefined
  #identity = ''
  #silence = new SilenceDetector()
  #events = 0
  #reportTimer: ReturnType<typeof setTimeout> | undefined
  #limitTimer: ReturnType<typeof setTimeout> | undefined
  #restartTimer: ReturnType<typeof setTimeout> | undefined

  constructor(id: string, order: WatchOrder) {
    this.#id = id
    this.#order = order
    this.#catchErrors(() => this.#start())
  }

  /**
   * Detects replaced disks and watches that have stopped working. The system reports neither.
   */
  checkAll() {
    this.#catchErrors(() => {
      if (!this.#watcher) return
      const { root } = this.#order
      const isReplaced = getIdentity(root) !== this.#identity
      // A restarted watch compares everything with the last scan.
      if (isReplaced || this.#silence.check(statSync(root).mtimeMs, this.#events)) this.#restart()
    })
  }

  stop() {
    this.#watcher?.close()
    this.#watcher = undefined
    for (const timer of [this.#reportTimer, this.#limitTimer, this.#restartTimer])
      clearTimeout(timer)
    this.#reportTimer = this.#limitTimer = this.#restartTimer = undefined
  }

  #start() {
    const { root, excluded, fileSystem } = this.#order
    const reason =
      (fileSystem === undefined && explainRoot(root)) ||
      explainFileSystem(fileSystem ?? statfsSync(root).type)
    if (reason) return this.#fail({ reason, isTemporary: false })
    const rules = new FileRules({ formats: null, excluded })
    this.#identity = getIdentity(root)
    this.#silence = new SilenceDetector()
    this.#watcher = watch(root, { recursive: true }, (_, path) => {
      this.#events += 1
      if (typeof path !== 'string') this.#restartSoon()
      else if (isRelevantChange(rules, path)) this.#reportChange()
    })
    this.#watcher.on('error', (error) => this.#catchErrors(() => rethrow(error)))
    this.#limitTimer = setTimeout(() => this.#send('watching'), limitCheckMs)
  }

  /** An event for the root itself may mean that it was deleted or replaced. */
  #restartSoon() {
    this.#restartTimer ??= setTimeout(
      () => this.#catchErrors(() => this.#restart()),
      restartDelayMs,
    )
  }

  #restart() {
    this.#stopReporting()
    this.#start()
  }

  #reportChange() {
    this.#reportTimer ??= setTimeout(() => this.reportPending(), reportIntervalMs)
  }

  reportPending() {
    if (!this.#reportTimer) return
    clearTimeout(this.#reportTimer)
    this.#reportTimer = undefined
    this.#send('dirty')
  }

  #catchErrors(action: () => void) {
    try {
      action()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (code === undefined) throw error
      this.#fail(classifyError(code, message))
    }
  }

  #fail(unfit: WatchFailure) {
    this.#stopReporting()
    this.#send(unfit)
  }

  /** Reports pending changes before stopping. */
  #stopReporting() {
    this.reportPending()
    this.stop()
  }

  #send(status: WatchStatus) {
    send({ id: this.#id, status })
  }
}

const roots = new Map<string, WatchedFolder>()

self.addEventListener('message', ({ data }: MessageEvent<WatchRequest>) => {
  if ('watch' in data) {
    roots.get(data.watch)?.stop()
    roots.set(data.watch, new WatchedFolder(data.watch, data.order))
  } else if ('unwatch' in data) {
    roots.get(data.unwatch)?.stop()
    roots.delete(data.unwatch)
  } else if ('check' in data) checkAll()
  else void settle()
})

function checkAll() {
  for (const root of roots.values()) root.checkAll()
  send({ isAlive: true })
}

async function settle() {
  await Bun.sleep(settleMs)
  for (const root of roots.values()) root.reportPending()
  send({ isSettled: true })
}

function getIdentity(root: string) {
  const { dev, ino } = statSync(root)
  return `${dev}:${ino} ${JSON.stringify(findMountsBelow(root))}`
}

function rethrow(error: unknown): never {
  throw error
}

function classifyError(code: string, message: string): WatchFailure {
  if (code === 'ENOSPC' || code === 'EMFILE') {
    const limit = code === 'ENOSPC' ? 'max_user_watches' : 'max_user_instances'
    return { reason: watchingMessages.too_many_folders({ limit }), isTemporary: false }
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return { reason: watchingMessages.folder_missing(), isTemporary: true }
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return { reason: watchingMessages.folder_denied(), isTemporary: true }
  }
  return { reason: watchingMessages.failed({ detail: message }), isTemporary: true }
}
