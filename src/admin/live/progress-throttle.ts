import type { ScanProgress } from '../../ingest/scanning/model'
import type { DomainEvent } from '../../platform/events/event'

/** Allows at most four events per second for each scan. */
const intervalMs = 250

type Progress = { id: number; event: DomainEvent & ScanProgress }

interface Window {
  status: string
  latest: Progress | undefined
  timer: ReturnType<typeof setTimeout>
}

/** Limits the rate of progress events per scan. The last event is always published. */
export class ProgressThrottle {
  readonly #publish: (progress: Progress) => void
  readonly #windows = new Map<string, Window>()

  constructor(publish: (progress: Progress) => void) {
    this.#publish = publish
  }

  /**
   * Returns true if the event may be published at once. Otherwise, this event or a later one is
   * published soon.
   */
  accept(progress: Progress): boolean {
    const { scanId, status } = progress.event
    const window = this.#windows.get(scanId)
    if (window?.status === status) {
      window.latest = progress
      return false
    }
    this.#openWindow(scanId, status)
    return true
  }

  stop() {
    for (const { timer } of this.#windows.values()) clearTimeout(timer)
    this.#windows.clear()
  }

  #openWindow(scanId: string, status: string) {
    clearTimeout(this.#windows.get(scanId)?.timer)
    const timer = setTimeout(() => this.#closeWindow(scanId), intervalMs).unref()
    this.#windows.set(scanId, { status, latest: undefined, timer })
  }

  #closeWindow(scanId: string) {
    const window = this.#windows.get(scanId)
    this.#windows.delete(scanId)
    if (!window?.latest) return
    this.#openWindow(scanId, window.status)
    this.#publish(window.latest)
  }
}
