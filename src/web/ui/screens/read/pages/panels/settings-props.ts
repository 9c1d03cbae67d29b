import type { Change, Settings } from '../../hooks/use-reader-settings'

/** Props of each settings section. */
export interface Part {
  settings: Settings
  change(change: Change): void
}
