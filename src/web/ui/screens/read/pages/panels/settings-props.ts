import type { Change, Settings } from '../../hooks/use-reader-settings'

/** Props for each settings section. */
export interface Part {
  settings: Settings
  change(change: Change): void
}
