import type { ScanProgress } from '../../ingest/scanning/model'
import type { DomainEvent } from '../../platform/events/event'

/** 4 a second for each scan. */
const windowMs = 250

type Progress = { id: number; event: DomainEvent & ScanProgress }

interface Window {
  status: string
  latest: Progress | undefined
  timer: ReturnType<typeof setTimeout>
}

/** Lets the progress of each scan through at a pace that eyes can follow, and the last of it always. */
export class Pace {
  readonly #emit: (progress: Progress) => void
  readonly #windows = new Map<string, Window>()

  constructor(emit: (progress: Progress) => void) {
    this.#emit = emit
  }

  /** True when it may be shown at once; if not, it or a later one is emitted soon. */
  admits(progress: Progress): boolean {
    const { scanId, status } = progress.event
    const window = this.#windows.get(scanId)
    if (window?.status === status) {
      window.latest = progress
      return false
    }
    this.#open(scanId, status)
    return true
  }

  stop() {
    for (const { timer } of this.#windows.values()) clearTimeout(timer)
    this.#windows.clear()
  }

  #open(scanId: string, status: string) {
    clearTimeout(this.#windows.get(scanId)?.timer)
    const timer = setTimeout(() => this.#end(scanId), windowMs).unref()
    this.#windows.set(scanId, { status, latest: undefined, timer })
  }

  #end(scanId: string) {
    const window = this.#windows.get(scanId)
    this.#windows.delete(scanId)
    if (!window?.latest) return
    this.#open(scanId, window.status)
    this.#emit(window.latest)
  }
}
