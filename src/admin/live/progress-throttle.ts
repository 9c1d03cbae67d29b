import type { ScanProgress } from '../../ingest/scanning/model'
import type { DomainEvent } from '../../platform/events/event'
import type { CancelTimer, Clock } from '../../platform/lib/clock'

/** Allows at most four events per second for each scan. */
const intervalMs = 250

type Progress = { id: number; event: DomainEvent & ScanProgress }

interface Window {
  status: string
  latest: Progress | undefined
  cancel: CancelTimer
}

/** Limits the rate of progress events per scan. The last event is always published. */
export class ProgressThrottle {
  readonly #clock: Clock
  readonly #publish: (progress: Progress) => void
  readonly #windows = new Map<string, Window>()

  constructor(clock: Clock, publish: (progress: Progress) => void) {
    this.#clock = clock
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
    for (const { cancel } of this.#windows.values()) cancel()
    this.#windows.clear()
  }

  #openWindow(scanId: string, status: string) {
    this.#windows.get(scanId)?.cancel()
    const cancel = this.#clock.after(intervalMs, () => this.#closeWindow(scanId))
    this.#windows.set(scanId, { status, latest: undefined, cancel })
  }

  #closeWindow(scanId: string) {
    const window = this.#windows.get(scanId)
    this.#windows.delete(scanId)
    if (!window?.latest) return
    this.#openWindow(scanId, window.status)
    this.#publish(window.latest)
  }
}
