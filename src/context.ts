import type { Config } from './config/model'
import type { Store } from './db/store'
import type { Bus } from './events/bus'
import type { Queue } from './jobs/queue'
import type { Log } from './log'

/** The ground every room stands on. Platform only: a room never puts a service of its own in here. */
export interface Context extends Store {
  readonly config: Config
  readonly log: Log
  readonly bus: Bus
  readonly queue: Queue
  readonly now: () => Date
}
