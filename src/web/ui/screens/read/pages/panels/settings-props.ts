import type { Change, Settings } from '../../hooks/use-reader-settings'

/** What each part of the settings is given. */
export interface Part {
  settings: Settings
  change(change: Change): void
}
