import type { Config } from './platform/config/model'
import type { Store } from './platform/db/store'
import type { Bus } from './platform/events/bus'
import type { Queue } from './platform/jobs/queue-types'
import type { Clock } from './platform/lib/clock'
import type { Log } from './platform/log/log'

/**
 * The services that all modules can use. They belong to the platform: modules never add services of
 * their own.
 */
export interface Context extends Store {
  readonly config: Config
  readonly log: Log
  readonly bus: Bus
  readonly queue: Queue
  readonly clock: Clock
}
