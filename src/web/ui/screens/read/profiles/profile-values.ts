/** The settings of a reader that a reading profile contains. */
import type { Schemas } from '../../../api/client'
import type { ProfileSettings } from '../../../components/profiles/profile-requests'
import type { Settings } from '../hooks/use-reader-settings'

type Resolved = Schemas['ReaderSettings']
type Key = keyof Settings

/** Page and text readers have separate settings. */
export type SettingPrefix = 'reader.' | 'epub.'

const chosen: ReadonlySet<string> = new Set(['book', 'series', 'profile', 'library', 'user'])

/**
 * Selects the settings that the user has chosen, whether saved or not. Includes the mode of a strip
 * even if it comes from the metadata or the shape of the pages. Excludes the shifted pages, which
 * apply to a single book.
 */
export function selectProfileValues(
  { settings: resolved }: Resolved,
  settings: Settings,
  prefix: SettingPrefix,
): ProfileSettings {
  const keys = (Object.keys(settings) as Key[]).filter(
    (key) =>
      key.startsWith(prefix) &&
      key !== 'reader.shiftedAt' &&
      (chosen.has(resolved[key].source) ||
        settings[key] !== resolved[key].value ||
        isStripMode(key, settings)),
  )
  return Object.fromEntries(keys.map((key) => [key, settings[key]]))
}

const isStripMode = (key: Key, settings: Settings) =>
  key === 'reader.mode' && settings[key] !== 'paged'

/** Lists the settings of the book or series that keep a setting of the profile from applying. */
export const listOverrides = ({ settings: resolved }: Resolved, profile: ProfileSettings): Key[] =>
  (Object.keys(profile) as Key[]).filter((key) => {
    const { source, value } = resolved[key]
    return ['book', 'series'].includes(source) && String(value) !== String(profile[key])
  })
